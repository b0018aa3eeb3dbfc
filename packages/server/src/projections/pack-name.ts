import type { PackageKey } from './package-name.ts';

/** A package with all its releases, or a product. */
export interface PackName extends Pick<PackageKey, 'name' | 'vendor'> {
  /** Empty for a product. */
  readonly ecosystem: string;
}

export function toPackName({ name, ecosystem, vendor }: Pick<PackageKey, 'ecosystem' | 'name' | 'vendor'>): PackName {
  return { name, ecosystem: ecosystem ?? '', vendor };
}

/** No vulnerability id contains a tab. */
export function packMark({ name, ecosystem, vendor }: PackName): string {
  return ecosystem === '' ? `\t${vendor ?? ''}\t${name}` : `${ecosystem}\t${name}`;
}

export function readMark(mark: string): PackName | null {
  const [ecosystem = '', vendor, name] = mark.split('\t');
  if (vendor === undefined) return null;
  return name === undefined ? { ecosystem, name: vendor, vendor: null } : { ecosystem, name, vendor: vendor || null };
}

/** Lists each pack once. */
export function distinctPacks(names: readonly PackName[]): readonly PackName[] {
  return [...new Map(names.map((one) => [packMark(one), one])).values()];
}
