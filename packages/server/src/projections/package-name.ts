import { foldName, isUnsaid } from '@almanac/core/names';
import { comparableName } from '@almanac/core/ranges';
import { schemeOf } from '@almanac/core/versions';
import { clean } from './text.ts';

/** Identifies a package, or a product if `ecosystem` is null. */
export interface PackageKey {
  readonly ecosystem: string | null;
  readonly release: string | null;
  readonly vendor: string | null;
  readonly name: string;
}

/** All parts together must fit into an index entry in any script. */
const MAX = { ecosystem: 60, release: 120, vendor: 120, name: 512 } as const;

/** Normalises a package the way its ecosystem compares names. */
export function packageKey(ecosystem: string, name: string): PackageKey {
  const { base, suffix } = schemeOf(ecosystem);
  return {
    ecosystem: clean(base, MAX.ecosystem),
    release: suffix === null ? null : clean(suffix, MAX.release),
    vendor: null,
    name: clean(comparableName(base, name), MAX.name),
  };
}

/** CPE writes names in lower case with underscores, CVE records as the vendor does. */
export function productKey(vendor: string | null, name: string): PackageKey {
  return {
    ecosystem: null,
    release: null,
    vendor: vendor === null || isUnsaid(vendor) ? null : clean(foldName(vendor), MAX.vendor),
    name: clean(foldName(name), MAX.name),
  };
}
