import type { RateClass } from '@almanac/contract';
import type { ChangePlace } from '../queries/newest-change.ts';

/** What is particular to one request. */
export interface Context {
  /** Aborted when the deadline has passed: every step that can take long is given it. */
  readonly signal: AbortSignal;
  /** There is more to do than half of what can be done at once: what can wait is declined. */
  readonly busy: boolean;
  /** Whether the caller has an API key. */
  readonly authenticated: boolean;
  /** The account of the key; null without one. */
  readonly account: number | null;
  /** Requests a minute by class, as they are enforced here. */
  readonly rates: Readonly<Record<RateClass, number>>;
  /** Takes more of the caller's budget, where only the answer's making shows what it weighs; throws where nothing is left. */
  readonly charge: (weight: number) => Promise<void>;
  /** Takes one of the caller's live fetches, for an id or a name that an upstream is asked about; throws where none is left. */
  readonly spendFetch: () => void;
  /** Runs what only waits, such as for an upstream: the place among the computing is free for others meanwhile. */
  readonly waiting: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Nothing has come after this place yet: a caller that waits is answered when something does, or when its time is up. */
  readonly nothingAfter: (place: ChangePlace | null) => void;
  /** The account has another key from now on; the one before is no longer honoured by this process. */
  readonly keyReplaced: (account: number) => void;
}
