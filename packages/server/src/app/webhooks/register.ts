import { randomBytes } from 'node:crypto';
import { type postWebhook, WEBHOOK_BOUNDS } from '@almanac/contract';
import type { z } from 'zod';
import { hostOf, PrivateAddress, refuseWritten } from '../../platform/http-client-address.ts';
import { webhooksOf } from '../../queries/webhooks.ts';
import { addWebhook, countWebhooks, type KeptFilters, lockWebhooks } from '../../store/webhooks.ts';
import { followAsked, placeAsked } from '../changes/follow-question.ts';
import type { Deps } from '../deps.ts';
import { ApiError, addressRefused, webhookLimit, webhookUrlTooLong } from '../errors.ts';
import { challengeReceiver } from './challenge.ts';
import { shownWebhook } from './shown-webhook.ts';
import { newSecret, secretText } from './signature.ts';

type Asked = NonNullable<z.output<NonNullable<typeof postWebhook.body>>>;
type RegisterDeps = Pick<Deps, 'changes' | 'databases' | 'now' | 'receivers'>;

/** Registers an address once it has answered a challenge; `waiting` is for the time of that. */
export async function registerWebhook(
  deps: RegisterDeps,
  account: number,
  asked: Asked,
  { signal, waiting }: { signal: AbortSignal; waiting: <T>(wait: () => Promise<T>) => Promise<T> },
) {
  const { databases, receivers, now } = deps;
  const { primary } = databases;
  const url = receiverOf(asked.url, receivers.hosts);
  if ((await countWebhooks(primary, account)) >= WEBHOOK_BOUNDS.perAccount) throw webhookLimit();
  await followAsked(deps, asked);
  // Before the challenge: what is stored while it is answered is delivered.
  const place = await placeAsked(deps, asked.after);
  const id = `wh_${randomBytes(16).toString('base64url')}`;
  const at = new Date(now());
  await waiting(() => challengeReceiver(receivers, { id, url, at, signal }));
  const secret = newSecret();
  await primary.transaction().execute(async (trx) => {
    if ((await lockWebhooks(trx, account)) >= WEBHOOK_BOUNDS.perAccount) throw webhookLimit();
    await addWebhook(trx, { id, account, url: url.href, filters: filtersOf(asked), secret, place }, at);
  });
  const [registered] = await webhooksOf(primary, account, id);
  if (registered === undefined) throw new Error('the webhook disappeared right after registration');
  return { ...shownWebhook(registered), secret: secretText(secret) };
}

/** What can be seen of an address without looking its name up. */
function receiverOf(text: string, hosts: ReadonlySet<string>): URL {
  if (text.length > WEBHOOK_BOUNDS.urlCharacters) throw webhookUrlTooLong(text.length, WEBHOOK_BOUNDS.urlCharacters);
  const url = URL.parse(text);
  if (url === null || !isTaken(url, hosts)) {
    throw new ApiError('BODY_INVALID', "Member 'url': expected an https:// URL without user, password or fragment");
  }
  // Percent escapes make an address longer.
  if (url.href.length > WEBHOOK_BOUNDS.urlCharacters) {
    throw webhookUrlTooLong(url.href.length, WEBHOOK_BOUNDS.urlCharacters);
  }
  try {
    refuseWritten(url, hosts);
  } catch (error) {
    throw error instanceof PrivateAddress ? addressRefused(error.host) : error;
  }
  return url;
}

function isTaken(url: URL, hosts: ReadonlySet<string>): boolean {
  const { protocol, username, password, hash } = url;
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hosts.has(hostOf(url)));
  return isSafe && username === '' && password === '' && hash === '';
}

function filtersOf({ packages, verdicts, ecosystems, severity, exploited }: Asked): KeptFilters {
  return {
    packages: packages ?? null,
    verdicts: verdicts ?? false,
    ecosystems: ecosystems ?? null,
    severity: severity ?? null,
    exploited: exploited ?? null,
  };
}
