import { getWebhooks, WEBHOOK_BOUNDS } from '@almanac/contract';
import { accountOf } from '../../../app/webhooks/account.ts';
import { shownWebhook } from '../../../app/webhooks/shown-webhook.ts';
import { listWebhooks } from '../../../queries/webhooks.ts';
import { route } from '../../route.ts';

export const webhooks = route(getWebhooks, async ({ databases }, _input, { account }) => {
  const listed = await listWebhooks(databases.primary, accountOf(account));
  return { data: { webhooks: listed.map(shownWebhook), limit: WEBHOOK_BOUNDS.perAccount } };
});
