/**
 * The value with sorted keys and without spaces: the same content in another wrapping has the same text. `volatile`
 * members of the outermost object are left out. Values come from documents at most 64 deep, so recursion is safe.
 */
export function canonicalJson(value: unknown, volatile: readonly string[] = []): string {
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([key]) => !volatile.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
