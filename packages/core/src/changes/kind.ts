/** What became of a record of a source; the stable words of the interface. */
export const KINDS_OF_CHANGE = ['added', 'changed', 'removed', 'returned'] as const;
export type KindOfChange = (typeof KINDS_OF_CHANGE)[number];

/** `before` and `after`: whether the source had the record. `first`: no version of it was known. */
export function kindOfChange({
  first,
  before,
  after,
}: {
  readonly first: boolean;
  readonly before: boolean;
  readonly after: boolean;
}): KindOfChange {
  if (!after) return 'removed';
  if (before) return 'changed';
  return first ? 'added' : 'returned';
}
