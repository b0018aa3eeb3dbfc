import type { TwinId } from '@almanac/twins';
import type { StoredVersion } from '../faults/store.ts';
import type { Truth, Truths } from '../faults/story.ts';
import { DAY, HOUR } from './plan.ts';

/** What the model takes note of: when, and which revision; null where the record is gone. */
export interface Noted {
  readonly observedAt: number;
  readonly mark: string | null;
  /** The hash of its content; null where a fault of the document may have added to it. */
  readonly content: string | null;
}

/** What a careful reader would know of one source, kept apart from the store. */
export interface Model {
  /** Takes in what a run has stored. Returns what of it is not possible. */
  note(versions: readonly StoredVersion[], run: NotedRun): string[];
  /** Of one record what was noted, in order. */
  of(key: string): readonly Noted[];
  /** Of each record the revision that was known at that instant. */
  knownAt(instant: number): ReadonlyMap<string, string | null>;
  instants(): readonly number[];
}

export interface NotedRun {
  /** By the upstream's clock and by ours. */
  readonly at: number;
  readonly now: number;
  /** A fault is on that takes records back which nobody took back. */
  readonly falseWithdrawal: boolean;
  /** Documents are not as the upstream means them. */
  readonly spoilt: boolean;
}

/** Archives and lists are made at midnight and every quarter of an hour. */
const LATEST_LISTING = 15 * 60_000 + 1000;

export function modelOf(source: TwinId, truths: Truths): Model {
  const known = new Map<string, Noted[]>();
  const withdrawn = new Map<string, boolean>();
  const historyOf = (key: string) => known.get(key) ?? known.set(key, []).get(key) ?? [];

  function note(versions: readonly StoredVersion[], { at, now, falseWithdrawal, spoilt }: NotedRun): string[] {
    const wrong: string[] = [];
    for (const { key, seq, observedAt, mark, content, withdrawn: isWithdrawn } of versions) {
      const truth = truths.truthOf(key, at);
      const history = historyOf(key);
      const say = (what: string) => wrong.push(`${source} ${key}, version ${seq}: ${what}`);
      if (seq !== history.length + 1) say(`follows version ${history.length}`);
      const expected = Math.max(now, (history.at(-1)?.observedAt ?? 0) + 1);
      if (observedAt.getTime() !== expected)
        say(`observed at ${observedAt.toISOString()}, not ${new Date(expected).toISOString()}`);
      if (mark === null && truth !== null && truths.truthOf(key, at - LATEST_LISTING) !== null)
        say('removed, and the upstream has it');
      if (mark !== null && source !== 'epss') {
        const problem = impossible(key, mark, lastMark(history), at, truth);
        if (problem !== null && !falseWithdrawal) say(problem);
      }
      const was = withdrawn.get(key) ?? false;
      const believed = truth?.withdrawn === true || falseWithdrawal;
      if (isWithdrawn && !was && !believed && mark !== null && isNewest(versions, key, seq))
        say('taken back by nobody');
      withdrawn.set(key, isWithdrawn);
      history.push({ observedAt: observedAt.getTime(), mark, content: spoilt ? null : content });
    }
    return wrong;
  }

  /** A revision that is over must not come back, and one that has not come must not be known. */
  function impossible(key: string, mark: string, last: string | null, at: number, truth: Truth | null): string | null {
    const order = truths.marksOf(key);
    const index = order.indexOf(mark);
    if (index === -1) return `says ${JSON.stringify(mark)}, which the upstream never said`;
    if (last !== null && index < order.indexOf(last)) return `goes back from ${last} to ${mark}`;
    if (truth !== null && index > order.indexOf(truth.mark)) return `knows ${mark} before the upstream says it`;
    const yesterday = truths.truthOf(key, at - DAY - 8 * HOUR)?.mark ?? mark;
    return index < order.indexOf(yesterday) ? `learns ${mark} more than a day after it was over` : null;
  }

  return {
    note,
    of: (key) => known.get(key) ?? [],
    knownAt: (instant) =>
      new Map(
        [...known].flatMap(([key, history]) => {
          const last = history.findLast(({ observedAt }) => observedAt <= instant);
          return last === undefined ? [] : [[key, last.mark] as const];
        }),
      ),
    instants: () => [...known.values()].flatMap((history) => history.map(({ observedAt }) => observedAt)),
  };
}

function lastMark(history: readonly Noted[]): string | null {
  return history.findLast(({ mark }) => mark !== null)?.mark ?? null;
}

/** Whether it is withdrawn is kept of the newest version alone. */
function isNewest(versions: readonly StoredVersion[], key: string, seq: number): boolean {
  return !versions.some((other) => other.key === key && other.seq > seq);
}
