/** Lists of a record that the contract promises (2.4), at the top and within each entry of `affected`. */
const LISTS = ['severity', 'affected', 'references'] as const;

/**
 * The record's own bytes where they hold every list that the contract promises. Where a list is missing or null, the record
 * with an empty one in its place, all else as it was.
 */
export function withLists(raw: Buffer): Buffer {
  const value: unknown = JSON.parse(raw.toString());
  if (!isObject(value)) return raw;
  let filled = false;
  const fill = (object: Record<string, unknown>, list: string) => {
    if (Object.hasOwn(object, list) && object[list] !== null) return;
    object[list] = [];
    filled = true;
  };
  for (const list of LISTS) fill(value, list);
  const { affected } = value;
  for (const entry of Array.isArray(affected) ? (affected as unknown[]) : [])
    if (isObject(entry)) fill(entry, 'ranges');
  return filled ? Buffer.from(JSON.stringify(value)) : raw;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
