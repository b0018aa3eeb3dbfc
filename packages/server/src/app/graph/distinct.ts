/** Equal ones once, the first of each: the assigner and CISA often say the same of a package in one record. */
export function distinct<T extends object>(all: readonly T[]): T[] {
  const seen = new Set<string>();
  return all.filter((one) => seen.size < seen.add(JSON.stringify(one)).size);
}
