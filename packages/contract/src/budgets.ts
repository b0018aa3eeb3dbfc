import * as z from 'zod';

/**
 * Limits for one caller, in addition to requests per minute. `docs/env.md` and the reference page list them; a test
 * compares the numbers. Exceeding one returns 429 BUDGET_EXCEEDED with its name.
 */
export const CALLER_BUDGETS = {
  connections: {
    withoutKey: 64,
    withKey: 64,
    per: 'at once',
    meaning:
      'Open connections per IP address. A key does not raise this limit, because keys are read later. Trusted proxies are not limited.',
  },
  computing: {
    withoutKey: 8,
    withKey: 16,
    per: 'at once',
    meaning: 'Responses being computed. Without a key, half as many while the process is more than half busy.',
  },
  uploads: {
    withoutKey: 1,
    withKey: 4,
    per: 'at once',
    meaning: 'SBOMs and other bodies over 256 KiB, from the first byte to the response.',
  },
  following: {
    withoutKey: 4,
    withKey: 20,
    per: 'at once',
    meaning: 'Requests waiting for changes, and change streams.',
  },
  liveFetches: {
    withoutKey: 10,
    withKey: 60,
    per: 'a minute',
    meaning: 'CVE IDs and package names that are not stored and need a request to an upstream.',
  },
  entries: {
    withoutKey: 100_000,
    withKey: 1_000_000,
    per: 'a minute',
    meaning:
      'Records read and evaluated. Each document that a query about the past reads counts as five. The cost is known only afterwards. Once exceeded, responses that read more than 5,000 records are refused; smaller ones are not.',
  },
} as const satisfies Record<string, CallerLimit>;

interface CallerLimit {
  readonly withoutKey: number;
  readonly withKey: number;
  readonly per: 'at once' | 'a minute';
  readonly meaning: string;
}

export type CallerBudget = keyof typeof CALLER_BUDGETS;

/** An IPv6 /48 has this many times the budgets of one /64, request rates included. */
export const NETWORK_SHARES = 8;

export const UPLOAD_BYTES = 256 * 1024;

/** Limits shared by all callers of a process. Exceeding one returns 503 OVERLOADED with its name. */
export const PROCESS_BUDGETS = {
  computing:
    "Responses computed concurrently (`MAX_COMPUTING`). An eighth is reserved for callers with a key, a quarter for a caller's first response.",
  memory:
    'Request bodies, facts being judged and large responses being sent (`MEMORY_BUDGET_MB`). A quarter is reserved for callers with a key.',
  documents: 'SBOMs being examined. Two places are reserved for callers with a key.',
  following:
    'Requests waiting for changes, and streams (`MAX_FOLLOWING`). A quarter is reserved for callers with a key.',
  waiting: 'Responses waiting for an upstream: four times `MAX_COMPUTING`.',
  liveFetchQueue: 'Live fetches queued for a worker (`LIVE_FETCH_QUEUE`). A fifth is reserved for callers with a key.',
} as const;

export type ProcessBudget = keyof typeof PROCESS_BUDGETS;

export const BudgetDetails = z
  .object({
    budget: z
      .enum([...Object.keys(CALLER_BUDGETS), ...Object.keys(PROCESS_BUDGETS), 'network'] as [
        CallerBudget | ProcessBudget | 'network',
      ])
      .describe('The exhausted budget. `network` is the request rate of the IPv6 /48.'),
    scope: z
      .enum(['caller', 'process'])
      .describe('Whether the budget belongs to the caller or is shared by all callers.'),
    limit: z.int().nonnegative(),
    retryAfter: z.int().positive().describe('Seconds to wait before retrying, as in `Retry-After`.'),
  })
  .meta({ id: 'BudgetDetails' });
export type BudgetDetails = z.infer<typeof BudgetDetails>;
