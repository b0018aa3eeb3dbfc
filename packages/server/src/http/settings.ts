import type { CallerBudget, RateClass } from '@almanac/contract';

/** What an operator may set of the HTTP shell; `bin/environment.ts` reads it from the environment. */
export interface HttpSettings {
  /** Addresses (CIDR) of the proxies that are trusted with X-Forwarded-For; empty: none. */
  readonly trustedProxies: readonly string[];
  readonly rates: Readonly<Record<RateClass, number>>;
  /** Whether limits are counted in Redis, for all processes together; otherwise each process counts for itself. */
  readonly limitAcrossProcesses: boolean;
  /** Bytes of cached responses in the process. */
  readonly cacheBytes: number;
  /** Everything that this deployment writes into Redis begins with it. */
  readonly redisPrefix: string;
  readonly deadlineMs: number;
  /** Answers computed at the same time; more are refused. */
  readonly maxComputing: number;
  readonly bodyLimit: number;
  /** Bytes of request bodies, of facts being judged and of large responses being sent, at the same time. */
  readonly memoryBudget: number;
  /** Bills of materials that are read and examined at the same time. */
  readonly maxDocuments: number;
  /** Requests that wait for changes, and streams of them, at the same time; more are refused. */
  readonly maxFollowing: number;
  /** What one caller may use beside its requests a minute. */
  readonly callerBudgets: CallerBudgetLimits;
  readonly timeouts: Timeouts;
}

export type CallerBudgetLimits = Readonly<
  Record<CallerBudget, { readonly withoutKey: number; readonly withKey: number }>
>;

/** How long a slow sender may occupy its connection. */
export interface Timeouts {
  /** From the start of a request, or of the connection, to the end of its headers. */
  readonly headersMs: number;
  /** From the start of a request to the end of its body. */
  readonly requestMs: number;
  /** Without a byte in either direction. */
  readonly connectionMs: number;
}
