import { repeat } from './clock.ts';
import { inTime } from './in-time.ts';

/** A larger difference means that our clock is wrong. Ages of sources are minutes at least. */
export const CLOCK_TOLERANCE_MS = 60_000;
const EVERY_MS = 30_000;
const PATIENCE_MS = 2_000;

export type OtherClock = 'database' | 'upstreams';

export interface ClockWatch {
  /** Our time, or the database's if it is ahead by more than the tolerance: data must never look fresher than it is. */
  readonly now: () => number;
  /** How far our clock is ahead in milliseconds; null if not compared yet. */
  ahead(of: OtherClock): number | null;
  /** Compares with a response's `Date`. Call it when the response arrives. */
  note(origin: string, headers: ReadonlyMap<string, string>): void;
  stop(): Promise<void>;
}

export interface ClockWatchOptions {
  readonly now: () => number;
  readonly askDatabase: () => Promise<number>;
  readonly onDifference: (of: OtherClock, seconds: number) => void;
}

/**
 * Compares our clock with the database's every half minute. Resolves after the first attempt, even if the database is
 * away.
 */
export async function watchClock({ now, askDatabase, onDifference }: ClockWatchOptions): Promise<ClockWatch> {
  let database: number | null = null;
  const upstreams = new Map<string, number>();
  const isWrong = new Map<OtherClock, boolean>();
  let isAsking = false;
  const compare = async () => {
    // A frozen database answers once it thaws. Until then, one pending query is enough.
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
      // A cache passes on the upstream's date and tells its own age.
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

/** Tolerates a single upstream with a wrong clock. */
function median(all: ReadonlyMap<string, number>): number | null {
  const sorted = [...all.values()].toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
