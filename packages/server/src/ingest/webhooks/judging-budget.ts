/** Limits judging for subscribers, which shares its process with ingest. */
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
  run<T>(webhook: { readonly id: string; readonly account: number }, work: () => Promise<T>): Promise<Budgeted<T>>;
}

const MINUTE_MS = 60_000;
/** How soon one that was refused asks again, where it is not known when its turn will come. */
const AGAIN_MS = 1_000;
/** One that has not asked for so long keeps nobody waiting. */
const FORGOTTEN_MS = 4_000;

interface Asking {
  readonly account: number;
  readonly askedAt: number;
  readonly servedAt: number;
}

/** The account that has spent least goes first, and of its webhooks the one that has waited longest. */
export function openJudgingBudget(
  { rest, accountMs }: JudgingLimits = USUAL_JUDGING,
  now: () => number = () => performance.now(),
): JudgingBudget {
  let isBusy = false;
  let freeAt = now();
  /** Those that have judged in their current minute. */
  const accounts = new Map<number, { readonly until: number; readonly spent: number }>();
  const webhooks = new Map<string, Asking>();

  return {
    async run({ id, account }, work) {
      forget();
      webhooks.set(id, { account, askedAt: now(), servedAt: webhooks.get(id)?.servedAt ?? 0 });
      const waitMs = waitFor(id, account);
      if (waitMs > 0) return { waitMs };
      isBusy = true;
      const began = now();
      try {
        return { value: await work() };
      } finally {
        isBusy = false;
        const spent = now() - began;
        freeAt = now() + rest * spent;
        const own = accounts.get(account) ?? { until: now() + MINUTE_MS, spent: 0 };
        accounts.set(account, { until: own.until, spent: own.spent + spent });
        webhooks.set(id, { account, askedAt: now(), servedAt: now() });
      }
    },
  };

  function forget(): void {
    for (const [id, { until }] of accounts) if (until <= now()) accounts.delete(id);
    for (const [id, { askedAt }] of webhooks) if (askedAt + FORGOTTEN_MS <= now()) webhooks.delete(id);
  }

  function waitFor(id: string, account: number): number {
    if (isBusy) return AGAIN_MS;
    if (freeAt > now()) return freeAt - now();
    if (isSpent(account)) return (accounts.get(account)?.until ?? now()) - now();
    return [...webhooks].some(([other, asking]) => other !== id && isBefore(asking, id)) ? AGAIN_MS : 0;
  }

  function isBefore(other: Asking, id: string): boolean {
    const own = webhooks.get(id);
    if (own === undefined || isSpent(other.account)) return false;
    if (other.account === own.account) return other.servedAt < own.servedAt;
    return spentBy(other.account) < spentBy(own.account);
  }

  function isSpent(account: number): boolean {
    return spentBy(account) >= accountMs;
  }

  function spentBy(account: number): number {
    return accounts.get(account)?.spent ?? 0;
  }
}
