import { repeat } from './clock.ts';
import { inTime } from './in-time.ts';

/** Beyond this our clock counts as wrong. Ages of sources are minutes at least. */
export const CLOCK_TOLERANCE_MS = 60_000;
const EVERY_MS = 30_000;
const PATIENCE_MS = 2_000;

/** Whose clock ours is compared with. */
export type OtherClock = 'database' | 'upstreams';

export interface ClockWatch {
  /** Our time; where the database's is later by more than the tolerance, that one: data must never look fresher than it is. */
  readonly now: () => number;
  /** Milliseconds by which ours is ahead; negative where it is behind, null where it was not compared. */
  ahead(of: OtherClock): number | null;
  /** Compares with the `Date` of an answer that has just arrived. */
  note(origin: string, headers: ReadonlyMap<string, string>): void;
  stop(): Promise<void>;
}

export interface ClockWatchOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The same by the database's clock. */
  readonly askDatabase: () => Promise<number>;
  readonly onDifference: (of: OtherClock, seconds: number) => void;
}

/** Compares our clock with the database's every half a minute; resolves after the first comparison, or without one where the database is away. */
export async function watchClock({ now, askDatabase, onDifference }: ClockWatchOptions): Promise<ClockWatch> {
  let database: number | null = null;
  const upstreams = new Map<string, number>();
  const isWrong = new Map<OtherClock, boolean>();
  let isAsking = false;
  const compare = async () => {
    // A frozen database answers when it is thawed: until then it is asked once, by one connection.
    if (isAsking) return;
    isAsking = true;
    const before = now();
    const asked = askDatabase().finally(() => {
      isAsking = false;
    });
    const theirs = await inTime(asked, PATIENCE_MS).catch(() => 'late' as const);
    if (theirs === 'late') return;
    database = (before + now()) / 2 - theirs;
    report('database', database);
  };
  await compare();
  const repeating = repeat(EVERY_MS, compare);
  return {
    now: () => (database !== null && database < -CLOCK_TOLERANCE_MS ? now() - database : now()),
    ahead: (of) => (of === 'database' ? database : median(upstreams)),
    note(origin, headers) {
      const theirs = Date.parse(headers.get('date') ?? '');
      // A cache passes on the date of the upstream, and says how long ago that was.
      const age = Number(headers.get('age') ?? 0) * 1_000;
      if (Number.isNaN(theirs) || !Number.isFinite(age)) return;
      upstreams.set(origin, now() - theirs - age);
      const ahead = median(upstreams);
      if (ahead !== null) report('upstreams', ahead);
    },
    stop: () => repeating.stop(),
  };

  function report(of: OtherClock, ahead: number): void {
    const wrong = Math.abs(ahead) > CLOCK_TOLERANCE_MS;
    if (wrong && isWrong.get(of) !== true) onDifference(of, Math.round(ahead / 1_000));
    isWrong.set(of, wrong);
  }
}

/** One upstream's clock may be wrong; of several the one in the middle decides. */
function median(all: ReadonlyMap<string, number>): number | null {
  const sorted = [...all.values()].toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
