/** What may be spent on judging for subscribers. Judging shares its process with ingest, for which most of the time is left. */
export interface JudgingLimits {
  /** After each piece of work nobody judges for so many times as long as it took. */
  readonly rest: number;
  /** Milliseconds of judging for one account in each minute. */
  readonly accountMs: number;
}

export const USUAL_JUDGING: JudgingLimits = { rest: 3, accountMs: 10_000 };

/** The value of the work; or in how many milliseconds it may be tried again. */
export type Budgeted<T> = { readonly value: T } | { readonly waitMs: number };

/** Lets one webhook judge at a time, for a share of the time that is bounded for all together and for each account. */
export interface JudgingBudget {
  run<T>(account: number, work: () => Promise<T>): Promise<Budgeted<T>>;
}

const MINUTE_MS = 60_000;
/** Somebody else is at it: how long that takes is not known. */
const BUSY_MS = 1_000;

export function openJudgingBudget(
  { rest, accountMs }: JudgingLimits = USUAL_JUDGING,
  now: () => number = () => performance.now(),
): JudgingBudget {
  let isBusy = false;
  let freeAt = now();
  /** Those that have judged in their current minute. */
  const accounts = new Map<number, { readonly until: number; readonly spent: number }>();

  return {
    async run(account, work) {
      const waitMs = waitFor(account);
      if (waitMs > 0) return { waitMs };
      isBusy = true;
      const began = now();
      try {
        return { value: await work() };
      } finally {
        isBusy = false;
        const spent = now() - began;
        freeAt = now() + rest * spent;
        charge(account, spent);
      }
    },
  };

  function waitFor(account: number): number {
    if (isBusy) return BUSY_MS;
    const own = accounts.get(account);
    const isSpent = own !== undefined && own.until > now() && own.spent >= accountMs;
    return Math.max(freeAt, isSpent ? own.until : 0) - now();
  }

  function charge(account: number, spent: number): void {
    for (const [id, { until }] of accounts) if (until <= now()) accounts.delete(id);
    const own = accounts.get(account) ?? { until: now() + MINUTE_MS, spent: 0 };
    accounts.set(account, { until: own.until, spent: own.spent + spent });
  }
}
