import type { PackageKey } from './package-name.ts';

/** A package of an ecosystem, all its releases together, or a product. */
export interface PackName extends Pick<PackageKey, 'name' | 'vendor'> {
  /** Empty of a product. */
  readonly ecosystem: string;
}

/** The name of the pack that a package is in. */
export function toPackName({ name, ecosystem, vendor }: Pick<PackageKey, 'ecosystem' | 'name' | 'vendor'>): PackName {
  return { name, ecosystem: ecosystem ?? '', vendor };
}

/** The mark of a package or product. No id of a vulnerability has a tab. */
export function packMark({ name, ecosystem, vendor }: PackName): string {
  return ecosystem === '' ? `\t${vendor ?? ''}\t${name}` : `${ecosystem}\t${name}`;
}

/** The package or product of a mark; null of an id. */
export function readMark(mark: string): PackName | null {
  const [ecosystem = '', vendor, name] = mark.split('\t');
  if (vendor === undefined) return null;
  return name === undefined ? { ecosystem, name: vendor, vendor: null } : { ecosystem, name, vendor: vendor || null };
}

/** Lists each pack once. */
export function distinctPacks(names: readonly PackName[]): readonly PackName[] {
  return [...new Map(names.map((one) => [packMark(one), one])).values()];
}
