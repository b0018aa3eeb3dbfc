import { listWebhooks } from '../../queries/webhooks.ts';
import { endWebhook } from '../../store/webhooks.ts';
import { cursorOfPlace } from '../changes/cursor.ts';
import type { Deps } from '../deps.ts';
import { webhookUnknown } from '../errors.ts';

/** Ends a webhook of the account, and says how far it had come. */
export async function endOwnWebhook(
  { databases: { primary }, now }: Pick<Deps, 'databases' | 'now'>,
  account: number,
  id: string,
) {
  const [found] = await listWebhooks(primary, account, id);
  if (found === undefined || !(await endWebhook(primary, account, id, new Date(now())))) throw webhookUnknown();
  return { id, deleted: true as const, cursor: cursorOfPlace(found.place) };
}
