import type { StoredVersion } from './fault-store.ts';
import type { Story, Truth } from './fault-story.ts';
import { DAY, HOUR, type SimulatedSource } from './simulation-plan.ts';

/** What the model takes note of: when, and which revision; null where the record is gone. */
export interface Noted {
  readonly observedAt: number;
  readonly mark: string | null;
}

/** What a careful reader would know of one source, kept apart from the store. */
export interface Model {
  /** Takes in what a run has stored. Returns what of it is not possible. */
  note(versions: readonly StoredVersion[], run: NotedRun): string[];
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
}

/** Archives and lists are made at midnight and every quarter of an hour. */
const LATEST_LISTING = 15 * 60_000 + 1000;

export function modelOf(source: SimulatedSource, story: Story, marks: ReadonlyMap<string, readonly string[]>): Model {
  const known = new Map<string, Noted[]>();
  const withdrawn = new Map<string, boolean>();

  function note(versions: readonly StoredVersion[], { at, now, falseWithdrawal }: NotedRun): string[] {
    const truth = story.truthAt(at);
    const listed = story.truthAt(at - LATEST_LISTING);
    const wrong: string[] = [];
    for (const { key, seq, observedAt, mark, withdrawn: isWithdrawn } of versions) {
      const history = known.get(key) ?? [];
      const before = history.at(-1);
      const say = (what: string) => wrong.push(`${source} ${key}, version ${seq}: ${what}`);
      if (seq !== history.length + 1) say(`follows version ${history.length}`);
      const expected = Math.max(now, (before?.observedAt ?? 0) + 1);
      if (observedAt.getTime() !== expected)
        say(`observed at ${observedAt.toISOString()}, not ${new Date(expected).toISOString()}`);
      if (mark === null && truth.has(key) && listed.has(key)) say('removed, and the upstream has it');
      if (mark !== null && source !== 'epss') {
        const problem = impossible(key, mark, lastMark(history), at, truth);
        if (problem !== null && !falseWithdrawal) say(problem);
      }
      const was = withdrawn.get(key) ?? false;
      const believed = truth.get(key)?.withdrawn === true || falseWithdrawal;
      if (isWithdrawn && !was && !believed && mark !== null && isNewest(versions, key, seq))
        say('taken back by nobody');
      withdrawn.set(key, isWithdrawn);
      known.set(key, [...history, { observedAt: observedAt.getTime(), mark }]);
    }
    return wrong;
  }

  /** A revision that is over must not come back, and one that has not come must not be known. */
  function impossible(key: string, mark: string, last: string | null, at: number, truth: ReadonlyMap<string, Truth>) {
    const order = marks.get(key) ?? [];
    const index = order.indexOf(mark);
    if (index === -1) return `says ${JSON.stringify(mark)}, which the upstream never said`;
    if (last !== null && index < order.indexOf(last)) return `goes back from ${last} to ${mark}`;
    const newest = truth.get(key)?.mark;
    const yesterday = story.truthAt(at - DAY - 8 * HOUR).get(key)?.mark ?? mark;
    if (newest !== undefined && index > order.indexOf(newest)) return `knows ${mark} before the upstream says it`;
    return index < order.indexOf(yesterday) ? `learns ${mark} more than a day after it was over` : null;
  }

  return {
    note,
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
