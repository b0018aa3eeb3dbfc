import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Rows of evidence as lines of JSON, for the files of an export. Times are whole: PostgreSQL knows microseconds, a Date does not. */
export type LinePages = AsyncGenerator<readonly string[]>;

const PAGE = 2_000;

/** Every column, so that one that is added later is not forgotten; the source by its name. */
export async function* runLines(db: Db): LinePages {
  yield* pagesById(
    (last) => sql<IdentifiedLine>`
      select run.id, (to_jsonb(run) || jsonb_build_object('source', source.name))::text as line
      from run join source on source.id = run.source
      where run.id > ${last} order by run.id limit ${PAGE}`,
    db,
  );
}

export async function* checkpointLines(db: Db): LinePages {
  const { rows } = await sql<{ line: string }>`
    select (to_jsonb(checkpoint) || jsonb_build_object('source', source.name))::text as line
    from checkpoint join source on source.id = checkpoint.source order by source.name, channel`.execute(db);
  yield rows.map(({ line }) => line);
}

/** Few, of 32 kB each. */
export async function* dictionaryLines(db: Db): LinePages {
  yield* pagesById(
    (last) => sql<IdentifiedLine>`
      select dictionary.id, row_to_json(given)::text as line
      from dictionary join source on source.id = dictionary.source
      cross join lateral (
        select dictionary.id, source.name as source, translate(encode(bytes, 'base64'), e'\\n', '') as bytes) as given
      where dictionary.id > ${last} order by dictionary.id limit ${20}`,
    db,
    20,
  );
}

/** A line for each record of the source, with all its versions. */
export async function* recordLines(db: Db, source: number): LinePages {
  yield* pagesById(
    (last) => sql<IdentifiedLine>`
      with page as (
        select id, key from record where source = ${source} and id > ${last} order by id limit ${PAGE}
      )
      select page.id, row_to_json(given)::text as line
      from page
      left join current_version on current_version.record_id = page.id
      cross join lateral (
        select page.id, page.key, coalesce(current_version.withdrawn, false) as withdrawn, array_to_json(array(
          select row_to_json(known)
          from (select seq, observed_at, upstream_modified,
                       (array['observed', 'archive', 'reconstructed'])[basis + 1] as basis, run_id as run,
                       encode(raw_sha256, 'hex') as sha256
                from version left join blob on blob.id = version.blob_id
                where version.record_id = page.id order by seq) as known)) as versions) as given
      order by page.id`,
    db,
  );
}

export interface QuarantineRow {
  /** All but the bytes. */
  readonly line: string;
  readonly codec: number;
  readonly rawSize: number;
  readonly packed: Buffer;
}

/** One at a time: each may be as large as a document can be. */
export async function* quarantineRows(db: Db): AsyncGenerator<QuarantineRow> {
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from quarantine order by source, raw_sha256`.execute(db);
  for (const { place } of rows) {
    const { rows: found } = await sql<QuarantineRow>`
      select (to_jsonb(quarantine) - '{raw_sha256,codec,raw_size,packed}'::text[]
               || jsonb_build_object('source', source.name, 'sha256', encode(raw_sha256, 'hex')))::text as line,
             codec, raw_size as "rawSize", packed
      from quarantine join source on source.id = quarantine.source where quarantine.ctid = ${place}::tid`.execute(db);
    yield* found;
  }
}

interface IdentifiedLine {
  readonly id: number;
  readonly line: string;
}

async function* pagesById(
  query: (last: number) => ReturnType<typeof sql<IdentifiedLine>>,
  db: Db,
  size = PAGE,
): LinePages {
  for (let last = 0; ; ) {
    const { rows } = await query(last).execute(db);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < size) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** The sources that have records, by name. */
export async function sourcesWithRecords(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('source')
    .select(['id', 'name'])
    .where((eb) => eb.exists(eb.selectFrom('record').select('record.id').whereRef('record.source', '=', 'source.id')))
    .orderBy('name')
    .execute();
}
