import { cpeText, packageOfPurl, parseCpe, readPurl } from '@almanac/core';
import type { CarriedAttribute } from '../../queries/collection-of-attributes.ts';
import type { PackageName } from '../../queries/packages-named.ts';

/** A name under which records speak of an attribute, and who says so. */
export interface CarriedIdentity {
  readonly name: PackageName;
  readonly by: 'declared' | 'language';
  /** As it stands in the collection. */
  readonly said: string;
}

/**
 * The names that are asserted and not guessed: purls and CPEs that the collection declares, and the name in the registry of the language
 * whose set the attribute stands in. A name that merely looks the same is left to `/vulns`.
 */
export function carriedIdentities(carried: CarriedAttribute): CarriedIdentity[] {
  const { ecosystem, ecosystemName, purls, cpes } = carried;
  const language: CarriedIdentity[] =
    ecosystem === null || ecosystemName === null
      ? []
      : [{ name: { name: ecosystemName, ecosystem }, by: 'language', said: carried.attribute }];
  return [...purls.flatMap(ofPurl), ...cpes.flatMap(ofCpe), ...language];
}

function ofPurl(said: string): CarriedIdentity[] {
  const { purl } = readPurl(said, { tolerant: true });
  if (purl === null) return [];
  const found = packageOfPurl(purl);
  if (found.ecosystem === null) return [];
  return [{ name: { name: found.name, ecosystem: found.ecosystem }, by: 'declared', said }];
}

/** Without its vendor a product's name is not its identity. */
function ofCpe(said: string): CarriedIdentity[] {
  const cpe = parseCpe(said);
  const vendor = cpe === null ? null : cpeText(cpe.vendor);
  const name = cpe === null ? null : cpeText(cpe.product);
  return vendor === null || name === null ? [] : [{ name: { name, vendor, ecosystem: null }, by: 'declared', said }];
}
