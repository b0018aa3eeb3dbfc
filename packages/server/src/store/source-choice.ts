import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface ChosenSource {
  readonly id: string;
  /** The parts that are read; left out: all. */
  readonly partsRead?: readonly string[] | undefined;
}

/** A source that the deployment has chosen and cannot read, or only in part. */
export interface LackingSource {
  readonly id: string;
  readonly reason: string;
}

/** Writes down what the workers are told to read; coverage says `not_configured` of the rest. */
export async function keepChoice(
  db: Db,
  chosen: readonly ChosenSource[],
  lacking: readonly LackingSource[] = [],
): Promise<void> {
  const names = chosen.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    await sql`update source set configured = name = any(${names}::text[]), parts_read = null`.execute(trx);
    for (const { id, partsRead } of chosen) {
      if (partsRead === undefined) continue;
      await sql`update source set parts_read = ${partsRead}::text[] where name = ${id}`.execute(trx);
    }
    await sql`delete from source_notice using source where source.id = source and code = 'SETTING_MISSING'
      and name <> all(${lacking.map(({ id }) => id)}::text[])`.execute(trx);
    for (const { id, reason } of lacking) {
      await sql`insert into source_notice (source, code, detail, since, seen_at)
        select id, 'SETTING_MISSING', ${reason}, now(), now() from source where name = ${id}
        on conflict (source, code) do update set detail = excluded.detail, seen_at = excluded.seen_at`.execute(trx);
    }
  });
}
