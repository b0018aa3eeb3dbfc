import { sql } from 'kysely';
import type { CanaryFinding } from '../sources/canaries.ts';
import type { Db } from './database.ts';

/** In place of all that was found before; an outcome that has not changed keeps the date it was first seen on. */
export async function keepCanaries(
  db: Db,
  source: number,
  findings: readonly CanaryFinding[],
  now: Date,
): Promise<void> {
  const column = <K extends keyof CanaryFinding>(name: K) => findings.map((finding) => finding[name]);
  await db.transaction().execute(async (trx) => {
    await sql`delete from canary where source = ${source} and key <> all(${column('key')}::text[])`.execute(trx);
    await sql`
      insert into canary (source, key, outcome, detail, since, checked_at)
      select ${source}, given.*, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${column('key')}::text[], ${column('outcome')}::text[], ${column('detail')}::text[]) as given
      order by 2
      on conflict (source, key) do update
      set outcome = excluded.outcome, detail = excluded.detail, checked_at = excluded.checked_at,
          since = case when canary.outcome = excluded.outcome then canary.since else excluded.since end`.execute(trx);
  });
}
