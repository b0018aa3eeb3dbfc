import * as z from 'zod';

/**
 * What one caller may use of the service beside its requests a minute. `docs/env.md` and the reference page show these
 * numbers; a test compares them. A refusal is a 429 BUDGET_EXCEEDED that names the budget.
 */
export const CALLER_BUDGETS = {
  connections: {
    withoutKey: 64,
    withKey: 64,
    per: 'at once',
    meaning:
      'Open connections of an address. Keys are read later, so they change nothing. Trusted proxies have no limit.',
  },
  computing: {
    withoutKey: 8,
    withKey: 16,
    per: 'at once',
    meaning: 'Responses being computed; half as many without a key while the process is more than half busy.',
  },
  uploads: {
    withoutKey: 1,
    withKey: 4,
    per: 'at once',
    meaning: 'Bills of materials and other bodies over 256 KiB, from the first byte to the response.',
  },
  following: {
    withoutKey: 4,
    withKey: 20,
    per: 'at once',
    meaning: 'Requests that wait for changes, and change streams.',
  },
  liveFetches: {
    withoutKey: 10,
    withKey: 60,
    per: 'a minute',
    meaning: 'CVE ids and package names that are not stored, so an upstream is asked.',
  },
  entries: {
    withoutKey: 100_000,
    withKey: 1_000_000,
    per: 'a minute',
    meaning:
      'Records that are read and evaluated count one each; documents, which answers about the past read, count five each. Known only after the work, so the next request is refused.',
  },
} as const satisfies Record<string, CallerLimit>;

interface CallerLimit {
  readonly withoutKey: number;
  readonly withKey: number;
  readonly per: 'at once' | 'a minute';
  readonly meaning: string;
}

/** The name of a caller's budget. */
export type CallerBudget = keyof typeof CALLER_BUDGETS;

/** An IPv6 /48 has so many times the budgets of one /64, request rates included. */
export const NETWORK_SHARES = 8;

/** Bodies larger than this are uploads. */
export const UPLOAD_BYTES = 256 * 1024;

/** What all callers of a process share. A refusal is a 503 OVERLOADED that names the budget. */
export const PROCESS_BUDGETS = {
  computing:
    'Answers computed at the same time (`MAX_COMPUTING`); an eighth of them only for callers with a key, a quarter only for the first answer of a caller.',
  bodyBytes: 'Bytes of request bodies held at the same time (`BODY_BUDGET_MB`); a quarter only for callers with a key.',
  documents: 'Bills of materials being read and examined; two places only for callers with a key.',
  following: 'Requests that wait for changes, and streams (`MAX_FOLLOWING`); a quarter only for callers with a key.',
  waiting: 'Answers that wait for an upstream, four times `MAX_COMPUTING`.',
  liveFetchQueue:
    'Live fetches that wait for a worker (`LIVE_FETCH_QUEUE`); a fifth of them only for callers with a key.',
} as const;

/** The name of a budget that all callers share. */
export type ProcessBudget = keyof typeof PROCESS_BUDGETS;

/** Which budget refused a request. */
export const BudgetDetails = z
  .object({
    budget: z
      .enum([...Object.keys(CALLER_BUDGETS), ...Object.keys(PROCESS_BUDGETS), 'network'] as [
        CallerBudget | ProcessBudget | 'network',
      ])
      .describe('The budget that is used up; `network`: the requests of the IPv6 /48.'),
    scope: z.enum(['caller', 'process']).describe('Whose it is: the caller’s own, or shared by all.'),
    limit: z.int().nonnegative(),
    retryAfter: z.int().positive().describe('Seconds after which to try again, as in `Retry-After`.'),
  })
  .meta({ id: 'BudgetDetails' });
export type BudgetDetails = z.infer<typeof BudgetDetails>;
