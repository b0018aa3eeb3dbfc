import { postWebhook } from '@almanac/contract';
import { accountOf } from '../../../app/webhooks/account.ts';
import { registerWebhook } from '../../../app/webhooks/register.ts';
import { route } from '../../route.ts';

export const webhookRegister = route(postWebhook, async (deps, { body }, { account, signal, waiting }) => ({
  status: 201,
  data: await registerWebhook(deps, accountOf(account), body, { signal, waiting }),
}));
