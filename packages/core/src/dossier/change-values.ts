import { shortened } from '../records/text.ts';

/** So much of a text, and so much before the place where two part, is shown. */
const MAX_TEXT = 300;
const BEFORE = 40;
const MAX_ITEMS = 20;

/** Two texts that differ, each cut to the part where they do. */
export function differingTexts(
  from: string | null,
  to: string | null,
): { readonly from: string | null; readonly to: string | null } {
  if (from === null || to === null) return { from: cutAt(from, 0), to: cutAt(to, 0) };
  let same = 0;
  while (same < from.length && same < to.length && from.charCodeAt(same) === to.charCodeAt(same)) same += 1;
  const isLong = from.length > MAX_TEXT || to.length > MAX_TEXT;
  const start = isLong ? Math.max(0, same - BEFORE) : 0;
  return { from: cutAt(from, start), to: cutAt(to, start) };
}

/** What is only in the one and what is only in the other, in their order; null when both hold the same. */
export function differingLists(
  from: readonly string[],
  to: readonly string[],
): { readonly from: readonly string[]; readonly to: readonly string[] } | null {
  const [old, now] = [new Set(from), new Set(to)];
  const gone = [...old.difference(now)];
  const came = [...now.difference(old)];
  return gone.length + came.length === 0 ? null : { from: cutList(gone), to: cutList(came) };
}

function cutAt(value: string | null, start: number): string | null {
  if (value === null) return null;
  return start === 0 ? shortened(value, MAX_TEXT) : `…${shortened(value.slice(start), MAX_TEXT - 1)}`;
}

function cutList(items: readonly string[]): readonly string[] {
  const shown = items.slice(0, MAX_ITEMS).map((item) => shortened(item, MAX_TEXT));
  return items.length > MAX_ITEMS ? [...shown, `${items.length - MAX_ITEMS} more`] : shown;
}
