import { sql } from 'kysely';
import { advisoryRows } from '../../../src/projections/advisory.ts';
import { affectedRows } from '../../../src/projections/affected/rows.ts';
import type { Db } from '../../../src/store/database.ts';
import { osvSays, SEEN } from './package-world.ts';
import { recordOf } from './record-of.ts';

export interface ManyPackages {
  readonly packages: number;
  readonly advisoriesEach: number;
}

export const nameOfPackage = (number: number) => `package-${number}`;

const AT_ONCE = 2_000;

/**
 * Packages of npm, each with advisories: that of round r holds for versions from 1.0.0 up to, not including, r + 2. Written as rows of
 * tables, thousands at once: an ingest of as many records takes ten times as long. They share their bytes, which no list reads.
 */
export async function fillMany(db: Db, { packages, advisoriesEach }: ManyPackages): Promise<void> {
  await sql`
    insert into run (source, channel, state, started_at, finished_at) values (3, 'record', 'ok', ${SEEN}, ${SEEN})`.execute(
    db,
  );
  await sql`
    insert into blob (raw_sha256, content_sha256, codec, raw_size, packed)
    values (sha256('many'::bytea), sha256('many'::bytea), 0, 2, '{}')`.execute(db);
  for (let from = 0; from < packages; from += AT_ONCE) {
    const names = Array.from({ length: Math.min(AT_ONCE, packages - from) }, (_, i) => nameOfPackage(from + i));
    await sql`insert into package (ecosystem, name) select 'npm', unnest(${names}::text[])`.execute(db);
    for (let round = 0; round < advisoriesEach; round += 1) await fillRound(db, names, from, round);
  }
}

async function fillRound(db: Db, names: readonly string[], from: number, round: number): Promise<void> {
  const made = names.map((name, i) => {
    const key = `GHSA-${round}-${from + i}`;
    const record = osvSays(key, [{ ecosystem: 'npm', name, introduced: '1.0.0', fixed: `${round + 2}.0.0` }]);
    const [row] = affectedRows(recordOf('osv', record, { key })).rows;
    const [advisory] = advisoryRows(recordOf('osv', record, { key })).rows;
    if (row === undefined || advisory === undefined) throw new Error('nothing was read');
    return { key, name, row, advisory };
  });
  const column = <T>(of: (one: (typeof made)[number]) => T) => made.map(of);
  await sql`
    with given as (
      select * from unnest(
        ${column(({ key }) => key)}::text[], ${column(({ name }) => name)}::text[],
        ${column(({ row }) => row.claims)}::text[], ${column(({ advisory }) => advisory.summary)}::text[],
        ${column(({ advisory }) => advisory.severity)}::text[], ${column(({ advisory }) => advisory.modified)}::timestamptz[]
      ) as given (key, name, claims, summary, severity, modified)
    ), records as (
      insert into record (source, key) select 3, key from given returning id, key
    ), bytes as (
      select id, raw_sha256 from blob where raw_sha256 = sha256('many'::bytea)
    ), versions as (
      insert into version (record_id, seq, observed_at, basis, blob_id, run_id)
      select records.id, 1, ${SEEN}, 0, bytes.id, (select max(id) from run) from records, bytes
    ), current as (
      insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256)
      select records.id, 1, ${SEEN}, raw_sha256, raw_sha256 from records, bytes
    ), advisories as (
      insert into advisory (id, source, record_id, seq, modified, summary, severity, ecosystems)
      select key, 3, records.id, 1, modified, summary, severity, '{npm}' from records join given using (key)
    )
    insert into affected (record_id, known_from, package_id, source, withdrawn, claims)
    select records.id, ${SEEN}, package.id, 3, false, claims
    from records join given using (key) join package on package.name = given.name and package.ecosystem = 'npm'`.execute(
    db,
  );
}
