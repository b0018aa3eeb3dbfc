import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';

/** Up to where versions have been told of: a moment of the store, in numbers of changes. */
export interface ToldUpTo {
  /** Versions with a number from here on were not there. */
  readonly until: string;
  /** Nor were those of transactions that had begun before and had not ended. */
  readonly running: readonly string[];
}

export const NOTHING_TOLD: ToldUpTo = { until: '0', running: [] };

/** As seen by the transaction. */
export async function toldUpTo(trx: Transaction): Promise<ToldUpTo> {
  const { rows } = await sql<ToldUpTo>`
    with newest as (
      select coalesce((select version.tx::text::bigint from version order by version.tx desc limit 1), 0) + 1 as until
    ), running as (
      select given::text::bigint + coalesce((select shift from change_clock), 0) as number
      from pg_snapshot_xip(pg_current_snapshot()) as given
    )
    select until::text, array(select number::text from running where number < until order by number) as running
    from newest`.execute(trx);
  return rows[0] ?? NOTHING_TOLD;
}

/** A version without its document. */
export interface ToldVersion {
  readonly source: string;
  readonly key: string;
  readonly seq: number;
  /** As PostgreSQL writes them. */
  readonly observedAt: string;
  readonly modified: string | null;
  readonly basis: number;
  readonly withdrawn: boolean;
  /** Null: the source no longer has the record. */
  readonly blob: number | null;
  readonly rawSize: number;
  readonly packedSize: number;
}

const PAGE = 5_000;

/** Lists unpublished versions in transaction order. The cursor lives within its transaction. */
export async function* versionsToPublish(
  trx: Transaction,
  { until, running }: ToldUpTo,
  sources: readonly string[],
): AsyncGenerator<readonly ToldVersion[]> {
  if (sources.length === 0) return;
  await sql`set local statement_timeout = 0`.execute(trx);
  // A cursor is declared without parameters.
  const numbers = sql.raw(running.map((number) => `'${BigInt(number)}'::xid8`).join(', ') || 'null');
  await sql`declare versions_to_publish no scroll cursor for
    select source.name as source, record.key, version.seq, to_jsonb(version.observed_at) #>> '{}' as "observedAt",
           to_jsonb(version.upstream_modified) #>> '{}' as modified, version.basis,
           coalesce(current_version.withdrawn, false) as withdrawn, version.blob_id as blob,
           coalesce(blob.raw_size, 0) as "rawSize", coalesce(octet_length(blob.packed), 0) as "packedSize"
    from version
    join record on record.id = version.record_id
    join source on source.id = record.source
    left join blob on blob.id = version.blob_id
    left join current_version on current_version.record_id = record.id
    where (version.tx >= ${sql.lit(String(BigInt(until)))}::xid8 or version.tx in (${numbers}))
      and source.name in (${sql.join(sources.map((name) => sql.lit(name)))})
    order by version.tx, version.record_id, version.seq`.execute(trx);
  for (;;) {
    const { rows } = await sql<ToldVersion>`fetch ${sql.lit(PAGE)} from versions_to_publish`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) break;
  }
  await sql`close versions_to_publish`.execute(trx);
}
