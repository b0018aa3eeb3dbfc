import { isNixpkgsPurl, packageOfPurl } from '../../purl/packages.ts';
import { parsePurl } from '../../purl/parse.ts';
import { comparableName } from '../../ranges/same-name.ts';
import type { DataSelection } from '../facts.ts';
import { relatedFacts } from '../resolve/relation.ts';

/** Opens a selection. Ignores package URLs that do not name a package. */
export function openSelection(notice: string, wholePackages: readonly string[]): DataSelection {
  const whole = new Set(wholePackages.flatMap((purl) => toPurlKey(purl) ?? []));
  return {
    notice,
    wholePackages,
    isWhole({ package: name, ecosystem = null }, collection) {
      if (ecosystem !== null) return whole.has(toKey(ecosystem, name));
      const entries = relatedFacts(name, collection);
      return entries.length > 0 && entries.every(({ fact }) => whole.has(toKey(null, fact.attribute)));
    },
  };
}

/** `pkg:nix/curl` names a nixpkgs package. Returns null for a purl that names neither that nor a package of an ecosystem. */
function toPurlKey(text: string): string | null {
  const purl = parsePurl(text);
  if (purl === null) return null;
  if (isNixpkgsPurl(purl)) return toKey(null, purl.name);
  const named = packageOfPurl(purl);
  return named.ecosystem === null ? null : toKey(named.ecosystem, named.name);
}

function toKey(ecosystem: string | null, name: string): string {
  return JSON.stringify([ecosystem, ecosystem === null ? name : comparableName(ecosystem, name)]);
}
