import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Run } from './runs.ts';

/** The records of a source, by its own account, against ours. */
export interface Reconciliation {
  /** `ids`: a list was compared; `count`: its length alone. */
  readonly basis: 'ids' | 'count';
  readonly listed: number;
  readonly live: number;
  /** Listed and not here. */
  readonly missing: number;
  /** Those of them in quarantine. */
  readonly unreadable: number;
  /** Here and not listed. */
  readonly extra: number;
  readonly examples: readonly string[];
}

/** `added`: it is of one part of the source, to be counted together with the parts before it. */
export async function keepReconciliation(
  db: Db,
  run: Run,
  found: Reconciliation,
  at: Date,
  { added = false } = {},
): Promise<void> {
  const row = { ...found, examples: [...found.examples], source: run.source, at };
  if (added) {
    await sql`
      insert into reconciliation as kept (run_id, source, at, basis, listed, live, missing, unreadable, extra, examples)
      values (${run.id}, ${row.source}, ${at}, ${row.basis}, ${row.listed}, ${row.live}, ${row.missing}, ${row.unreadable},
              ${row.extra}, ${row.examples}::text[])
      on conflict (run_id) do update set at = excluded.at, listed = kept.listed + excluded.listed,
        live = kept.live + excluded.live, missing = kept.missing + excluded.missing,
        unreadable = kept.unreadable + excluded.unreadable, extra = kept.extra + excluded.extra,
        examples = (kept.examples || excluded.examples)[:20]`.execute(db);
    return;
  }
  await db
    .insertInto('reconciliation')
    .values({ run_id: run.id, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute();
}

/** Keys of documents that could not be read and of which there is no earlier version either. */
export async function unreadableKeys(db: Db, source: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct quarantine.key from quarantine
    where quarantine.source = ${source} and quarantine.key is not null and not exists (
      select from record join current_version on record_id = record.id and content_sha256 is not null
      where record.source = quarantine.source and record.key = quarantine.key)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Counts scores in the newest EPSS file, and how many of them are current. */
export async function newestScores(db: Db): Promise<{ readonly listed: number; readonly current: number } | null> {
  const { rows } = await sql<{ listed: number; current: number }>`
    select scores as listed, (
      select count(*) from epss_current where epss_current.scored_on = epss_day.scored_on)::integer as current
    from epss_day order by scored_on desc limit 1`.execute(db);
  return rows[0] ?? null;
}
