import { sql } from 'kysely';
import { advisoryRows } from '../../../src/projections/advisory.ts';
import { affectedRows } from '../../../src/projections/affected/rows.ts';
import type { Db } from '../../../src/store/database.ts';
import { osvSays, SEEN } from './package-world.ts';
import { recordOf } from './record-of.ts';

/** What they share; no list reads it. */
const BYTES = JSON.stringify({ id: 'GIANT-1', modified: '2026-10-01T12:00:00Z' });

export const idOfAdvisory = (number: number) => `CVE-2026-${10_000 + number}`;

/**
 * Advisories of one package of npm. Advisory n holds for versions from n.0.0 up to, not including, n.5.0; every `whole`th, by default
 * every tenth, for all below, too. Written as rows of tables, all at once: an ingest of as many records takes ten times as long.
 */
export async function fillGiant(db: Db, name: string, advisories: number, whole = 10): Promise<void> {
  const made = Array.from({ length: advisories }, (_, n) => {
    const key = idOfAdvisory(n);
    const introduced = n % whole === 0 ? '0' : `${n}.0.0`;
    const record = osvSays(key, [{ ecosystem: 'npm', name, introduced, fixed: `${n}.5.0` }]);
    const [row] = affectedRows(recordOf('osv', record, { key })).rows;
    const [advisory] = advisoryRows(recordOf('osv', record, { key })).rows;
    if (row === undefined || advisory === undefined) throw new Error('nothing was read');
    return { key, row, advisory };
  });
  const column = <T>(of: (one: (typeof made)[number]) => T) => made.map(of);
  await sql`
    with passed as (
      insert into run (source, channel, state, started_at, finished_at) values (3, 'record', 'ok', ${SEEN}, ${SEEN})
      returning id
    ), bytes as (
      insert into blob (raw_sha256, content_sha256, codec, raw_size, packed)
      values (sha256(${name}::bytea), sha256(${name}::bytea), 0, ${BYTES.length}, ${Buffer.from(BYTES)}) returning id, raw_sha256
    ), packages as (
      insert into package (ecosystem, name) values ('npm', ${name}) returning id
    ), given as (
      select * from unnest(
        ${column(({ key }) => key)}::text[],
        ${column(({ row }) => row.claims)}::text[], ${column(({ advisory }) => advisory.summary)}::text[],
        ${column(({ advisory }) => advisory.severity)}::text[], ${column(({ advisory }) => advisory.modified)}::timestamptz[]
      ) as given (key, claims, summary, severity, modified)
    ), records as (
      insert into record (source, key) select 3, key from given returning id, key
    ), versions as (
      insert into version (record_id, seq, observed_at, basis, blob_id, run_id)
      select records.id, 1, ${SEEN}, 0, bytes.id, passed.id from records, bytes, passed
    ), current as (
      insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256)
      select records.id, 1, ${SEEN}, raw_sha256, raw_sha256 from records, bytes
    ), advisories as (
      insert into advisory (id, source, record_id, seq, modified, summary, severity, ecosystems)
      select key, 3, records.id, 1, modified, summary, severity, '{npm}' from records join given using (key)
    )
    insert into affected (record_id, known_from, package_id, source, withdrawn, claims)
    select records.id, ${SEEN}, packages.id, 3, false, claims
    from records join given using (key), packages`.execute(db);
}
