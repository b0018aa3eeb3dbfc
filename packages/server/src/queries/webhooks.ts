import type { Db } from '../store/database.ts';
import type { ChangePlace } from './newest-change.ts';

/** A webhook as its owner sees it. */
export interface ListedWebhook {
  readonly id: string;
  readonly url: string;
  readonly packages: string | null;
  readonly verdicts: boolean;
  readonly ecosystems: string | null;
  readonly severity: string | null;
  readonly exploited: boolean | null;
  readonly createdAt: Date;
  /** Null: before the first change. */
  readonly place: ChangePlace | null;
  readonly delivered: number;
  readonly deliveredAt: Date | null;
  readonly failingSince: Date | null;
  readonly attempts: number;
  readonly nextAt: Date;
  readonly lastError: string | null;
  readonly offReason: string | null;
  readonly deadLetters: number;
}

/** Those of an account, in the order of registration; with `id`, that one alone. */
export async function listWebhooks(db: Db, account: number, id?: string): Promise<ListedWebhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .select([
      'id',
      'url',
      'packages',
      'verdicts',
      'ecosystems',
      'severity',
      'exploited',
      'created_at as createdAt',
      'place_tx as tx',
      'place_record as recordId',
      'place_seq as seq',
      'place_at as observedAt',
      'delivered',
      'delivered_at as deliveredAt',
      'failing_since as failingSince',
      'attempts',
      'next_at as nextAt',
      'last_error as lastError',
      'off_reason as offReason',
      (eb) =>
        eb
          .selectFrom('webhook_dead')
          .select((dead) => dead.fn.countAll<number>().as('count'))
          .whereRef('webhook_dead.webhook_id', '=', 'webhook.id')
          .as('deadLetters'),
    ])
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ tx, recordId, seq, observedAt, deadLetters, ...row }) =>
    Object.assign(row, {
      deadLetters: deadLetters ?? 0,
      place: observedAt === null ? null : { tx, recordId, seq, observedAt },
    }),
  );
}

/** A delivery that was given up. */
export interface ListedDeadLetter {
  readonly message: string;
  readonly at: Date;
  readonly reason: string;
  readonly changes: number;
  readonly after: string;
  readonly end: string;
}

/** The newest first. */
export async function listDeadLetters(db: Db, webhook: string, limit: number): Promise<ListedDeadLetter[]> {
  return db
    .selectFrom('webhook_dead')
    .select(['message', 'at', 'reason', 'changes', 'after_cursor as after', 'end_cursor as end'])
    .where('webhook_id', '=', webhook)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
