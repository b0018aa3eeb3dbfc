import { cpeText, packageOfPurl, parseCpe, readPurl } from '@almanac/core';
import { productKey } from '../projections/package-name.ts';
import type { CarriedAttribute } from './collection-of-attributes.ts';
import type { NamedPackage, PackageName } from './packages-named.ts';

/** A name under which records speak of an attribute, and who says so. */
export interface CarriedIdentity {
  readonly name: PackageName;
  readonly by: 'declared' | 'language';
  /** As it stands in the collection. */
  readonly said: string;
}

type Carried = Pick<CarriedAttribute, 'attribute' | 'ecosystem' | 'ecosystemName' | 'purls' | 'cpes'>;

/**
 * The names that are asserted and not guessed: purls and CPEs that the collection declares, and the name in the registry of the language
 * whose set the attribute stands in. A name that merely looks the same is left to `/vulns`.
 */
export function carriedIdentities({ attribute, ecosystem, ecosystemName, purls, cpes }: Carried): CarriedIdentity[] {
  const language: CarriedIdentity[] =
    ecosystem === null || ecosystemName === null
      ? []
      : [{ name: { name: ecosystemName, ecosystem }, by: 'language', said: attribute }];
  return [...purls.flatMap(ofPurl), ...cpes.flatMap(ofCpe), ...language];
}

/** A product without its vendor is anybody's, and what is said of a whole ecosystem is not said of the package. */
export function isExactly(found: NamedPackage, { name, vendor }: PackageName): boolean {
  if (found.name === '*') return false;
  return found.ecosystem !== null || found.vendor === productKey(vendor ?? null, name).vendor;
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
