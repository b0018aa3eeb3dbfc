import { WEBHOOK_BOUNDS } from '@almanac/contract';
import { cursorOfPlace } from '../../app/changes/cursor.ts';
import { type Followed, followAsked, judgeOf } from '../../app/changes/follow-question.ts';
import { passingChanges } from '../../app/changes/passing-changes.ts';
import type { Deps } from '../../app/deps.ts';
import { ApiError } from '../../app/errors.ts';
import type { MatchDeps } from '../../app/packages/judge-packages.ts';
import { signedHeaders } from '../../app/webhooks/signature.ts';
import type { Receivers } from '../../platform/receivers.ts';
import {
  beginDelivery,
  giveUpDelivery,
  type LeasedWebhook,
  moveOn,
  postponeDelivery,
  releaseWebhook,
  switchOff,
} from '../../store/webhook-deliveries.ts';
import type { Log } from '../log.ts';
import { type Attempt, attempt, delayBefore } from './attempt.ts';
import { buildBatch, type DeliveryBatch, deliveryBody } from './batch.ts';
import type { Budgeted, JudgingBudget } from './judging-budget.ts';
import { type DeliverySettings, JUDGING_MS, LEASE_MARGIN_MS, SLOW_MS, TURN_MS } from './settings.ts';

export interface DeliverDeps extends MatchDeps, Pick<Deps, 'changes'> {
  readonly receivers: Receivers;
  readonly settings: DeliverySettings;
  /** For those who follow verdicts. */
  readonly judging: JudgingBudget;
  readonly log: Log;
  readonly now: () => Date;
  /** Told of every attempt. */
  readonly onAttempt: (outcome: Outcome, changes: number) => void;
}

export type Outcome = 'delivered' | 'failed' | 'dead';

/** Delivers to one webhook, batch by batch and in order, until nothing is left, an attempt fails, or its turn is over. */
export async function deliverTo(deps: DeliverDeps, leased: LeasedWebhook, stopping: AbortSignal): Promise<void> {
  const db = deps.databases.primary;
  try {
    await releaseWebhook(db, leased, await takeTurn(deps, leased, stopping));
  } catch (error) {
    // No fault of the address: it is tried again after a while, and no attempt is counted.
    await releaseWebhook(db, leased, deps.settings.delayMs).catch(() => {});
    throw error;
  }
}

/** Returns in how many milliseconds it may go on: judging for it is held to its account's budget. */
async function takeTurn(deps: DeliverDeps, leased: LeasedWebhook, stopping: AbortSignal): Promise<number> {
  const within = <T>(work: () => Promise<T>): Promise<Budgeted<T>> =>
    leased.verdicts ? deps.judging.run(leased, work) : work().then((value) => ({ value }));
  let followed: Followed | null = null;
  const until = performance.now() + TURN_MS;
  let { place, batchEnd, attempts } = leased;
  while (!stopping.aborted && performance.now() < until) {
    const found = await within(async () => {
      const known = (followed ??= await followedOrOff(deps, leased));
      if (known === null) return null;
      return passingChanges(deps.changes, {
        from: place,
        filter: known.filter,
        limit: deps.settings.batch,
        judge: judgeOf(deps, known.versions),
        mostMs: JUDGING_MS,
      });
    });
    if ('waitMs' in found) return found.waitMs;
    const page = found.value;
    if (page === null) return 0;
    const batch = buildBatch(leased.id, page, batchEnd);
    if (batch === null) {
      if (page.end !== place) await moveOn(deps.databases.primary, leased, { place: page.end, changes: 0 });
      if (!page.more) return 0;
      place = page.end;
    } else {
      if (!(await deliverBatch(deps, { ...leased, place, attempts }, batch, stopping))) return 0;
      place = batch.end;
    }
    batchEnd = null;
    attempts = 0;
  }
  return 0;
}

/** Returns null if the webhook cannot continue and was switched off. */
async function followedOrOff(deps: DeliverDeps, leased: LeasedWebhook): Promise<Followed | null> {
  const followed = await followedBy(deps, leased);
  if (typeof followed !== 'string') return followed;
  await off(deps, leased, followed);
  return null;
}

/** Returns a text that explains why the webhook cannot continue. */
async function followedBy(deps: DeliverDeps, leased: LeasedWebhook): Promise<Followed | string> {
  const { place, packages, ecosystems, severity, exploited, verdicts } = leased;
  if (place !== null && !(await deps.changes.has(place))) {
    return 'the log of changes is of another history (CURSOR_GONE): read what you follow once more and register again';
  }
  try {
    return await followAsked(deps, {
      packages: packages ?? undefined,
      ecosystems: ecosystems ?? undefined,
      severity: severity ?? undefined,
      exploited: exploited ?? undefined,
      verdicts,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return `its filters are no longer taken: ${error.message}`;
    throw error;
  }
}

/** Whether to go on with the next. A slow address gives its place to another after each. */
async function deliverBatch(
  deps: DeliverDeps,
  leased: LeasedWebhook,
  batch: DeliveryBatch,
  stopping: AbortSignal,
): Promise<boolean> {
  const { settings, receivers, onAttempt } = deps;
  const db = deps.databases.primary;
  const leaseMs = settings.timeoutMs + LEASE_MARGIN_MS;
  if (!(await beginDelivery(db, leased, { leaseMs, batchEnd: batch.cursor }))) return false;
  const at = deps.now();
  const body = deliveryBody(leased.id, batch, at);
  const headers = signedHeaders(leased.secret, batch.message, at, body);
  const began = performance.now();
  const message = { headers, body, timeoutMs: settings.timeoutMs, signal: stopping, wanted: 0 };
  const tried = await attempt(receivers, leased.url, message, leased);
  const answerMs = Math.round(performance.now() - began);
  const changes = batch.changes.length;
  if (tried.kind === 'stopped') return false;
  onAttempt(tried.kind === 'delivered' ? 'delivered' : tried.kind === 'refused' ? 'dead' : 'failed', changes);
  if (tried.kind === 'delivered') {
    await moveOn(db, leased, { place: batch.end, changes, answerMs });
    return answerMs <= SLOW_MS;
  }
  if (tried.kind === 'refused') {
    await giveUp(deps, leased, batch, tried.reason);
    return true;
  }
  await failed(deps, leased, tried, answerMs);
  return false;
}

async function giveUp(deps: DeliverDeps, leased: LeasedWebhook, batch: DeliveryBatch, reason: string): Promise<void> {
  const { message, changes, cursor, end } = batch;
  deps.log.warn({ webhook: leased.id, message, changes: changes.length, reason }, 'webhook delivery given up');
  if (end === null) return;
  await giveUpDelivery(deps.databases.primary, leased, {
    message,
    reason,
    changes: changes.length,
    after: cursorOfPlace(leased.place),
    end: cursor,
    place: end,
    keep: WEBHOOK_BOUNDS.deadLetters,
  });
}

async function failed(
  deps: DeliverDeps,
  leased: LeasedWebhook,
  tried: Extract<Attempt, { kind: 'failed' | 'gone' }>,
  answerMs: number,
): Promise<void> {
  const { reason } = tried;
  if (tried.kind === 'gone') return off(deps, leased, reason);
  const { giveUpMs } = deps.settings;
  const delayMs = delayBefore(deps.settings, leased.attempts, tried.retryAfterMs);
  const isOff = await postponeDelivery(deps.databases.primary, leased, { reason, answerMs, delayMs, giveUpMs });
  if (isOff) deps.log.warn({ webhook: leased.id, reason }, 'webhook switched off');
}

async function off(deps: DeliverDeps, leased: LeasedWebhook, reason: string): Promise<void> {
  await switchOff(deps.databases.primary, leased, reason);
  deps.log.warn({ webhook: leased.id, reason }, 'webhook switched off');
}
