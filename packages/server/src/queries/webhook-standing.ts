import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** How webhooks stand as a whole. */
export interface WebhookStanding {
  readonly active: number;
  readonly failing: number;
  readonly off: number;
  readonly deadLetters: number;
  /** Since the oldest change was stored that some active or failing webhook has yet to come to. */
  readonly lagSeconds: number;
}

export async function webhookStanding(db: Db): Promise<WebhookStanding> {
  const { rows } = await sql<WebhookStanding>`
    select count(*) filter (where off_at is null and failing_since is null) as active,
           count(*) filter (where off_at is null and failing_since is not null) as failing,
           count(*) filter (where off_at is not null) as off,
           (select count(*) from webhook_dead join webhook owner on owner.id = webhook_dead.webhook_id
             where owner.deleted_at is null) as "deadLetters",
           coalesce(max(extract(epoch from clock_timestamp() - next.observed_at)) filter (where off_at is null), 0)::float8
             as "lagSeconds"
    from webhook left join lateral (
      select version.observed_at from version
      where version.tx >= webhook.place_tx and version.tx < settled_before()
        and (version.tx, version.record_id, version.seq) > (webhook.place_tx, webhook.place_record, webhook.place_seq)
      order by version.tx, version.record_id, version.seq limit 1) next on true
    where deleted_at is null`.execute(db);
  return rows[0] ?? { active: 0, failing: 0, off: 0, deadLetters: 0, lagSeconds: 0 };
}
