import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';

/** Each record has two versions and ten rows of `affected`, nine of them closed. */
const RECORDS = 100_000;

/** Of a record of the CVE list; the advisories around it name it or once named it. */
export const cveOf = (i: number): string => `CVE-2024-${10_000 + i}`;
/** Of an advisory that names `cveOf(i - 1)`. */
export const advisoryOf = (i: number): string => `GHSA-${i}`;

/** Between the first and the second version of every record. */
export const BETWEEN = new Date('2026-03-01T00:00:00Z');
/** Since then some hundred records have changed. */
export const LATELY = new Date('2026-06-30T23:50:00Z');

/**
 * Fills a store in the database itself, by default with a million rows that are closed or open. Record `i` is of the CVE list where `i` is
 * even, of OSV where it is odd. Without triggers, since every reference is known to hold; the owner's connection alone may do that.
 */
export async function fillPlanWorld(db: Db, records = RECORDS): Promise<void> {
  await db.connection().execute(async (own) => {
    for (const statement of toStatements(records)) await sql.raw(statement).execute(own);
  });
}

const FIRST = `timestamptz '2026-01-01' + i * interval '10 seconds'`;

function toStatements(records: number): readonly string[] {
  const COUNT = `generate_series(1, ${records}) as i`;
  const SECOND = `timestamptz '2026-07-01' - (${records} - i) * interval '10 seconds'`;
  return [
    'set statement_timeout = 0',
    'set session_replication_role = replica',
    // To build an index over all rows takes half of the time that it takes to add each.
    `create temp table dropped as
   select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
   join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
   where not exists (select from pg_constraint where conindid = indexrelid) and indexprs is null`,
    `do $$ declare name text; begin for name in select dropped.name from dropped loop execute 'drop index ' || name; end loop; end $$`,
    `insert into run (source, channel, state, started_at, finished_at, changed)
   select 1 + i % 15, 'bulk', 'ok', now(), now(), 10 from generate_series(1, 20000) as i`,
    `insert into record (source, key)
   select case when i % 2 = 0 then 1 else 3 end, case when i % 2 = 0 then 'CVE-2024-' || 10000 + i else 'GHSA-' || i end from ${COUNT}`,
    `insert into blob (raw_sha256, content_sha256, codec, raw_size, packed)
   select sha256(i::text::bytea), sha256(i::text::bytea), 0, 2, '{}' from ${COUNT}`,
    `insert into version (record_id, seq, observed_at, basis, blob_id, run_id, tx)
   select i, 1, ${FIRST}, 0, i, 1, (i / 1000)::text::xid8 from ${COUNT}
   union all
   select i, 2, ${SECOND}, 0, i, 1, (200 + i / 1000)::text::xid8 from ${COUNT}`,
    `insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256)
   select i, 2, ${SECOND}, sha256(i::text::bytea), sha256(i::text::bytea) from ${COUNT}`,
    `insert into package (ecosystem, name) select 'npm', 'name-' || i from generate_series(1, ${records / 2}) as i`,
    // One that held from the first version to the second, eight that held for a day, and one that holds.
    `insert into affected (record_id, known_from, known_to, package_id, source, withdrawn, claims)
   select i, ${FIRST} + (j - 1) * interval '1 day', case j when 10 then null when 9 then ${SECOND} else ${FIRST} + j * interval '1 day' end,
          1 + (i + j) % ${records / 2}, case when i % 2 = 0 then 1 else 3 end, false, '{"c":[]}'
   from ${COUNT}, generate_series(1, 10) as j`,
    `insert into alias_assertion (record_id, alias, known_from, known_to, id, source)
   select i, 'CVE-2024-' || 9999 + i, ${FIRST}, null, 'GHSA-' || i, 3 from ${COUNT} where i % 2 = 1
   union all
   select i, 'CVE-2024-' || 10001 + i, ${FIRST}, ${SECOND}, 'GHSA-' || i, 3 from ${COUNT} where i % 2 = 1`,
    `insert into alias_group (id, group_id, one_sided, over_large)
   select 'GHSA-' || i, 'CVE-2024-' || 9999 + i, false, false from ${COUNT} where i % 2 = 1
   union all
   select 'CVE-2024-' || 9999 + i, 'CVE-2024-' || 9999 + i, false, false from ${COUNT} where i % 2 = 1`,
    `insert into relation (record_id, id, kind, known_from, known_to)
   select i, 'CVE-2024-' || 9999 + i, 1, ${FIRST}, case when i % 4 = 1 then ${SECOND} end from ${COUNT} where i % 2 = 1`,
    `insert into exploit (record_id, cve_id, known_from, known_to, source, id)
   select i, 'CVE-2024-' || 10000 + i, ${FIRST}, case when i % 3 = 0 then ${SECOND} end, 15, i::text from ${COUNT} where i % 10 = 0`,
    `insert into cve (cve_id, record_id, seq, state, published, replaced_by, disputed, tags, reference_count)
   select 'CVE-2024-' || 10000 + i, i, 2, 'PUBLISHED', ${FIRST}, '{}', false, '{}', 0 from ${COUNT} where i % 2 = 0`,
    `insert into advisory (id, source, record_id, seq, published, ecosystems)
   select 'GHSA-' || i, 3, i, 2, ${FIRST}, '{npm}' from ${COUNT} where i % 2 = 1`,
    `insert into vulnerability_record (vuln, record_id, id, source, several)
   select 'CVE-2024-' || 10000 + i, i, 'CVE-2024-' || 10000 + i, 1, false from ${COUNT} where i % 2 = 0
   union all
   select 'CVE-2024-' || 9999 + i, i, 'GHSA-' || i, 3, false from ${COUNT} where i % 2 = 1`,
    `insert into collection_package (record_id, known_from, known_to, collection, channel, attribute, version, lookup, cpes, purls, makers,
                                   known_vulnerabilities, patched, insecure, maintainers)
   select i, timestamptz '2026-01-01' + j * interval '10 days', case when j < 5 then timestamptz '2026-01-11' + j * interval '10 days' end,
          'nixpkgs', 'nixos-unstable', 'name-' || i, j::text, array['name-' || i], '{}', '{}', '{}', '{}', '{}', false, '{}'
   from generate_series(1, ${records / 5}) as i, generate_series(1, 5) as j`,
    `insert into issue (collection, number, record_id, seq, title, url, state, created_at, updated_at, labels, assignees, cves, related_cves,
                      packages, tracked)
   select 'nixpkgs', i, i, 2, '', '', 'open', ${FIRST}, ${FIRST}, '[]', '{}', array['CVE-2024-' || 10000 + i], '{}', array['name-' || i], true
   from generate_series(1, ${records / 5}) as i`,
    `insert into pull_request (collection, number, record_id, seq, title, url, state, created_at, merged_at, cves, closes)
   select 'nixpkgs', 100000 + i, i, 2, '', '', 'merged', ${FIRST}, ${FIRST}, array['CVE-2024-' || 10000 + i], array[i]
   from generate_series(1, ${records / 5}) as i`,
    `insert into pull_reach (collection, pull, branch, record_id, seq, reached_at)
   select 'nixpkgs', 100000 + i, 'master', i, 1, ${FIRST} from generate_series(1, ${records / 5}) as i`,
    `insert into epss_month (month, cve_id, scores, percentiles)
   select make_date(2026, m, 1), 'CVE-2024-' || 10000 + i, array_fill(100, array[28]), array_fill(100, array[28])
   from generate_series(2, ${records / 5}, 2) as i, generate_series(1, 6) as m`,
    `insert into epss_current (cve_id, score, percentile, scored_on)
   select 'CVE-2024-' || 10000 + i, case when i % 100 = 0 then 20000 else 100 end, 100, '2026-07-01' from generate_series(2, ${records / 5}, 2) as i`,
    `do $$ declare text text; begin for text in select definition from dropped loop execute text; end loop; end $$`,
    'set session_replication_role = origin',
    'vacuum (analyze)',
  ];
}
