import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { kevSearchRows, type SearchRow, searchRows } from '../../projections/search.ts';
import { EXPLOITED_LABEL, LABELLED_VERSION } from '../../projections/search-labels.ts';
import { sourceNumber } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

export const searchProjection = defineProjection({
  name: 'search',
  version: LABELLED_VERSION,
  sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
  tables: ['search_document'],
  present: true,
  rows: ({ source, value, record }) => (source === 'kev' ? kevSearchRows(value) : searchRows(record())),
  write: async (trx, changes, source) => {
    if (source === 'kev') {
      await markKev(
        trx,
        changes.map(({ version }) => version.key),
      );
    }
    await writeSearch(trx, changes, source);
    // The words of the whole batch at once, and before anyone reads it: a search goes through all that waits here.
    await sql`select projection.enter_words('search_document_words')`.execute(trx);
  },
});

async function writeSearch(
  trx: Transaction,
  changes: readonly RowChange<SearchRow>[],
  source: SourceId,
): Promise<void> {
  const gone = changes.filter(({ rows }) => rows.length === 0).map(({ version }) => version.recordId);
  if (gone.length > 0) await sql`delete from search_document where record_id = any(${gone}::bigint[])`.execute(trx);
  const rows = changes.flatMap(({ version, rows }) => rows.map((row) => ({ ...row, record_id: version.recordId })));
  if (rows.length === 0) return;
  // Side by side with other writers, but not with `markKev`, which would not see these documents yet.
  await sql`select pg_advisory_xact_lock_shared(hashtext('search_document.kev'))`.execute(trx);
  await sql`
    insert into search_document (record_id, id, source, cve_id, published, severity, score, withdrawn, kev, excerpt, document)
    select record_id, id, ${sourceNumber(source)}, cve_id, published, severity, score, withdrawn,
           exploited, excerpt,
           setweight(to_tsvector('simple', ids), 'A') || setweight(to_tsvector('simple', names), 'B')
             || setweight(to_tsvector('english', title), 'C') || setweight(to_tsvector('english', prose), 'D')
             || array_to_tsvector(labels || case when exploited then ${EXPLOITED}::text[] else '{}' end)
    from ${unnestRows(rows, COLUMNS)}
    cross join lateral (select exists (
      select from kev where kev.cve_id = given.cve_id and kev.known_to is null) as exploited) as listed
    on conflict (record_id) do update
    set cve_id = excluded.cve_id, published = excluded.published, severity = excluded.severity, score = excluded.score,
        withdrawn = excluded.withdrawn, kev = excluded.kev, excerpt = excluded.excerpt, document = excluded.document
    where (search_document.cve_id, search_document.published, search_document.severity, search_document.score,
           search_document.withdrawn, search_document.kev, search_document.excerpt, search_document.document)
      is distinct from (excluded.cve_id, excluded.published, excluded.severity, excluded.score, excluded.withdrawn,
                        excluded.kev, excluded.excerpt, excluded.document)`.execute(trx);
}

/** After KEV was written: whether these CVEs are in it. */
async function markKev(trx: Transaction, cveIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search_document.kev'))`.execute(trx);
  await sql`
    update search_document
    set kev = not kev,
        document = case when kev then ts_delete(document, ${EXPLOITED}::text[]) else document || array_to_tsvector(${EXPLOITED}::text[]) end
    where cve_id = any(${cveIds}::text[])
      and kev <> exists (select from kev where kev.cve_id = search_document.cve_id and kev.known_to is null)
    `.execute(trx);
}

const EXPLOITED = [EXPLOITED_LABEL];

const COLUMNS = {
  record_id: 'bigint',
  id: 'text',
  cve_id: 'text',
  published: 'timestamptz',
  severity: 'text',
  score: 'real',
  withdrawn: 'boolean',
  ids: 'text',
  names: 'text',
  title: 'text',
  prose: 'text',
  labels: 'text[]',
  excerpt: 'text',
} as const;
