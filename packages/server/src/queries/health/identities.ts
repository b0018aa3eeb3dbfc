import { cpeText, packageOfPurl, parseCpe, parsePurl } from '@almanac/core';
import { productKey } from '../../projections/package-name.ts';
import type { NamedPackage, PackageName } from '../packages-named.ts';
import type { HealthEntry } from './entries.ts';

/**
 * Under which names records may speak of an entry without a guess: its name in its language's registry, and the purls and products that the
 * collection itself states.
 */
export function identitiesOf({ ecosystem, ecosystemName, purls, cpes }: HealthEntry): PackageName[] {
  const names: PackageName[] = [];
  if (ecosystem !== null && ecosystemName !== null) names.push({ name: ecosystemName, ecosystem });
  for (const text of purls) {
    const purl = parsePurl(text);
    const found = purl === null ? null : packageOfPurl(purl);
    if (found !== null && found.ecosystem !== null) names.push({ name: found.name, ecosystem: found.ecosystem });
  }
  for (const text of cpes) {
    const cpe = parseCpe(text);
    const [vendor, product] = cpe === null ? [null, null] : [cpeText(cpe.vendor), cpeText(cpe.product)];
    if (vendor !== null && product !== null) names.push({ name: product, ecosystem: null, vendor });
  }
  return [...new Map(names.map((one) => [JSON.stringify(one), one])).values()];
}

/** A product without its vendor is anybody's, and what is said of a whole ecosystem is not said of the package. */
export function isExactly(found: NamedPackage, { name, vendor }: PackageName): boolean {
  if (found.name === '*') return false;
  return found.ecosystem !== null || found.vendor === productKey(vendor ?? null, name).vendor;
}
