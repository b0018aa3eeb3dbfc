import { deleteWebhook } from '@almanac/contract';
import { accountOf } from '../../../app/webhooks/account.ts';
import { endOwnWebhook } from '../../../app/webhooks/end.ts';
import { route } from '../../route.ts';

export const webhookEnd = route(deleteWebhook, async (deps, { params: { id } }, { account }) => ({
  data: await endOwnWebhook(deps, accountOf(account), id),
}));
