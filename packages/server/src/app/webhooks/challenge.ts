import { randomBytes, timingSafeEqual } from 'node:crypto';
import { PrivateAddress } from '../../platform/http-client-address.ts';
import type { Received, Receivers } from '../../platform/receivers.ts';
import { addressRefused, challengeFailed } from '../errors.ts';

const TIMEOUT_MS = 5_000;
const MOST_ANSWER = 16 * 1024;

/** Only who answers at the address can know what was sent there. Nothing is signed: the receiver has no secret yet. */
export async function challengeReceiver(
  receivers: Receivers,
  { id, url, at, signal }: { readonly id: string; readonly url: URL; readonly at: Date; readonly signal: AbortSignal },
): Promise<void> {
  const challenge = randomBytes(24).toString('base64url');
  const body = JSON.stringify({ type: 'challenge', timestamp: at.toISOString(), data: { webhook: id, challenge } });
  const answer = await asked(receivers, url, body, signal);
  if (answer.status !== 200) throw challengeFailed(`answered the challenge with status ${answer.status}`);
  if (!isSame(challengeIn(answer.body), challenge)) {
    throw challengeFailed('did not return the challenge value');
  }
}

async function asked(receivers: Receivers, url: URL, body: string, signal: AbortSignal): Promise<Received> {
  try {
    return await receivers.post(url, { headers: {}, body, timeoutMs: TIMEOUT_MS, signal, wanted: MOST_ANSWER });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof PrivateAddress) throw addressRefused(error.host);
    throw challengeFailed('was unreachable or did not answer the challenge in time', error);
  }
}

function challengeIn(text: string): string {
  try {
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

function isSame(given: string, sent: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(sent)];
  return one.length === other.length && timingSafeEqual(one, other);
}
