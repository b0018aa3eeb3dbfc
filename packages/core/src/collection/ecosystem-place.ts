import { memberOfSet } from '../names/attribute-sets.ts';
import { pep503 } from '../names/pep503.ts';

/** A package of an ecosystem, as OSV names both. */
export interface EcosystemPlace {
  readonly ecosystem: string;
  readonly name: string;
}

/** Where a package of a language's set comes from; null outside such sets, and where OSV has no such ecosystem. */
export function ecosystemPlace(attribute: string): EcosystemPlace | null {
  const member = memberOfSet(attribute);
  const ecosystem = member?.language?.ecosystem ?? null;
  if (member === null || ecosystem === null) return null;
  const name = nameWithin(ecosystem, member.name);
  return name === '' ? null : { ecosystem, name };
}

/** Attributes cannot hold every character of a name: each set has its own way around that. */
function nameWithin(ecosystem: string, name: string): string {
  switch (ecosystem) {
    case 'PyPI':
      return pep503(name);
    case 'CRAN':
      return name.replaceAll('_', '.');
    case 'npm': {
      const slash = name.indexOf('_slash_');
      const scoped = name.startsWith('_at_') && slash !== -1;
      return scoped ? `@${name.slice(4, slash)}/${name.slice(slash + 7)}` : name;
    }
    // A second version of a package stands beside the usual one: `aeson_2_2_3_0`.
    case 'Hackage':
      return withoutSecondVersion(name);
    default:
      return name;
  }
}

function withoutSecondVersion(name: string): string {
  const at = name.search(/_\d/);
  return at > 0 && /^[\d_]+$/.test(name.slice(at)) ? name.slice(0, at) : name;
}
