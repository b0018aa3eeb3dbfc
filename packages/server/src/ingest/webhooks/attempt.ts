import { PrivateAddress } from '../../platform/http-client-address.ts';
import type { Message, Receivers } from '../../platform/receivers.ts';
import { describeError } from '../describe-error.ts';
import { type DeliverySettings, MOST_REFUSALS, REFUSALS } from './settings.ts';

export type Attempt =
  | { readonly kind: 'delivered' }
  /** The address wants nothing any more. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** It refuses what the delivery holds, and has done so often enough. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }
  /** We were told to stop: that says nothing about the address. */
  | { readonly kind: 'stopped' };

export async function attempt(
  receivers: Receivers,
  url: string,
  message: Message,
  before: { readonly attempts: number },
): Promise<Attempt> {
  try {
    const { status, retryAfter } = await receivers.post(new URL(url), message);
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    const reason = `answered with status ${status}`;
    if (status === 410) return { kind: 'gone', reason };
    if (REFUSALS.has(status) && before.attempts + 1 >= MOST_REFUSALS) return { kind: 'refused', reason };
    return { kind: 'failed', reason, retryAfterMs: retryAfter === null ? null : retryAfter * 1_000 };
  } catch (error) {
    if (message.signal.aborted) return { kind: 'stopped' };
    if (error instanceof PrivateAddress) {
      return { kind: 'failed', reason: `${error.host} does not lead to a public address`, retryAfterMs: null };
    }
    const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'HeadersTimeoutError');
    const reason = timedOut ? `no answer within ${message.timeoutMs} ms` : describeError(error);
    return { kind: 'failed', reason, retryAfterMs: null };
  }
}

/** Doubled with each failure, a fifth more or less so that many do not come at once. */
export function delayBefore(
  { delayMs, mostDelayMs }: Pick<DeliverySettings, 'delayMs' | 'mostDelayMs'>,
  attempts: number,
  asked: number | null,
  random: () => number = Math.random,
): number {
  const doubled = delayMs * 2 ** Math.min(attempts, 30);
  return Math.round(Math.min(Math.max(doubled, asked ?? 0), mostDelayMs) * (0.8 + 0.4 * random()));
}
