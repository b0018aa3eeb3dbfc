/** What became of a record of a source; the stable words of the interface. */
export type KindOfChange = 'added' | 'changed' | 'removed' | 'returned';

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
