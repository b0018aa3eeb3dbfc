import { isNixpkgsPurl, packageOfPurl } from '../purl/packages.ts';
import { parsePurl } from '../purl/parse.ts';
import { comparableName } from '../ranges/same-name.ts';
import type { DataSelection } from './facts.ts';
import { relatedFacts } from './relation.ts';

/** Opens a selection. Package URLs that name no package are passed over. */
export function openSelection(notice: string, wholePackages: readonly string[]): DataSelection {
  const whole = new Set(wholePackages.flatMap((purl) => keyOfPurl(purl) ?? []));
  return {
    notice,
    wholePackages,
    isWhole({ package: name, ecosystem = null }, collection) {
      if (ecosystem !== null) return whole.has(keyOf(ecosystem, name));
      const entries = relatedFacts(name, collection);
      return entries.length > 0 && entries.every(({ fact }) => whole.has(keyOf(null, fact.attribute)));
    },
  };
}

/** `pkg:nix/curl` is a package of the collection. Returns null for a purl that names neither that nor a package of an ecosystem. */
function keyOfPurl(text: string): string | null {
  const purl = parsePurl(text);
  if (purl === null) return null;
  if (isNixpkgsPurl(purl)) return keyOf(null, purl.name);
  const named = packageOfPurl(purl);
  return named.ecosystem === null ? null : keyOf(named.ecosystem, named.name);
}

function keyOf(ecosystem: string | null, name: string): string {
  return JSON.stringify([ecosystem, ecosystem === null ? name : comparableName(ecosystem, name)]);
}
