/** How webhooks are delivered to. */
export interface DeliverySettings {
  /** Deliveries at the same time in this process; 0: none are made here. */
  readonly concurrency: number;
  /** Changes in one delivery. */
  readonly batch: number;
  /** How long an address may take to answer. */
  readonly timeoutMs: number;
  /** An address that fails for so long is switched off. */
  readonly giveUpMs: number;
  /** How often it is looked for what is due. */
  readonly pollMs: number;
  /** Between the first failure and the next attempt; doubled with each, up to `mostDelayMs`. */
  readonly delayMs: number;
  readonly mostDelayMs: number;
}

/** Beside what an operator may set. */
export const USUAL_DELIVERY = { pollMs: 1_000, delayMs: 5_000, mostDelayMs: 3_600_000 } as const;

/** An address of which the last answer took longer is slow: such take at most half of the places. */
export const SLOW_MS = 1_000;
/** Longer than an answer may take: whoever holds it has ended before another begins. */
export const LEASE_MARGIN_MS = 20_000;
/** Then another webhook has its turn. */
export const TURN_MS = 10_000;
/** For so long one webhook looks through changes before others have their turn. */
export const JUDGING_MS = 500;
/** Attempts after which a delivery that is refused for what it holds is given up. */
export const MOST_REFUSALS = 5;
/** Statuses by which an address refuses what a delivery holds, and not that it is delivered now. */
export const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);
