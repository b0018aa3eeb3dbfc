import { getWebhook, WEBHOOK_BOUNDS } from '@almanac/contract';
import { webhookUnknown } from '../../../app/errors.ts';
import { accountOf } from '../../../app/webhooks/account.ts';
import { shownDeadLetter, shownWebhook } from '../../../app/webhooks/shown-webhook.ts';
import { listDeadLetters, listWebhooks } from '../../../queries/webhooks.ts';
import { route } from '../../route.ts';

export const webhook = route(getWebhook, async ({ databases: { primary } }, { params: { id } }, { account }) => {
  const [found] = await listWebhooks(primary, accountOf(account), id);
  if (found === undefined) throw webhookUnknown();
  const dead = await listDeadLetters(primary, found.id, WEBHOOK_BOUNDS.deadLetters);
  return { data: { webhook: shownWebhook(found), deadLetters: dead.map(shownDeadLetter) } };
});
