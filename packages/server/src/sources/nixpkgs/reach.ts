import { askAgainAt, gateOf, isContained } from '@almanac/core/tracker';
import type { JsonElement } from '../../platform/json-elements.ts';
import type { SourceItem } from '../source.ts';
import type { Api } from './api.ts';
import { NEVER_ASKED, type Pending } from './pending.ts';
import { reachKey } from './record.ts';
import { Comparison, type TrackerDocument } from './schema.ts';

/** Channels move a few times a day. */
const PAUSE_MS = 30 * 60_000;

/**
 * Checks which branches merged pull requests have reached: those never checked first, newest first. What does not fit
 * stays due. Writes the rest to `pending`.
 */
export async function* askReach(
  api: Api,
  pending: Map<number, Pending>,
  { now, most }: { readonly now: () => Date; readonly most: number },
): AsyncGenerator<SourceItem<TrackerDocument>> {
  let asked = 0;
  for (const one of inOrder([...pending.values()], now())) {
    let left = one.left;
    let again: Date | null = null;
    let complete = true;
    for (const branch of askable(left)) {
      if (asked >= most) {
        complete = false;
        break;
      }
      asked += 1;
      const { contained, item } = await compare(api, one, branch);
      if (item !== null) yield item;
      const next = contained ? null : askAgainAt(one, branch, now());
      if (next === null) left = left.filter((each) => each !== branch);
      else again = earlier(again, next);
      // A commit cannot be in a branch before it is in the branch that feeds it.
      if (!contained && next === null && gateOf([branch]) !== null) left = [];
    }
    if (left.length === 0) pending.delete(one.pull);
    else pending.set(one.pull, { ...one, left, due: complete ? pausing(again, now()) : one.due });
    if (asked >= most) return;
  }
}

function inOrder(all: readonly Pending[], now: Date): Pending[] {
  return all
    .filter(({ due }) => due <= now)
    .sort((a, b) => a.due.getTime() - b.due.getTime() || b.mergedAt.getTime() - a.mergedAt.getTime());
}

/** Asks only about the gate until it is passed, then about all others at once. */
function askable(left: readonly string[]): readonly string[] {
  const gate = gateOf(left);
  return gate === null ? left : [gate];
}

/** If no branch said no, the next ones are due at once. */
function pausing(again: Date | null, now: Date): Date {
  return again === null ? NEVER_ASKED : new Date(Math.max(again.getTime(), now.getTime() + PAUSE_MS));
}

function earlier(a: Date | null, b: Date): Date {
  return a === null || b < a ? b : a;
}

interface Compared {
  readonly contained: boolean;
  readonly item: SourceItem<TrackerDocument> | null;
}

/** The first page has the files, which nobody needs. */
const SHORT = { per_page: '1', page: '2' };

async function compare(api: Api, { pull, commit }: Pending, branch: string): Promise<Compared> {
  const { element, gone } = await api.one(`compare/${encodeURIComponent(branch)}...${commit}`, SHORT);
  // The branch does not exist (yet), or the commit was lost.
  if (gone) return { contained: false, item: null };
  const key = reachKey(pull, branch);
  const status = parseStatus(element);
  const contained = status === null ? null : isContained(status);
  if (contained === null || !('value' in element)) {
    const unreadable = 'unreadable' in element ? element.unreadable : 'no comparison';
    return { contained: false, item: { unreadable, raw: element.bytes, key } };
  }
  const value = element.value as TrackerDocument;
  return { contained, item: { key, raw: element.bytes, value, parsed: value } };
}

function parseStatus(element: JsonElement): string | null {
  const comparison = 'value' in element ? Comparison.safeParse(element.value) : null;
  return comparison?.success === true ? comparison.data.status : null;
}
