import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { outdatedProjections } from '../../src/store/projections/projection-versions.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { LIST_FILE_IDS, LIST_FILES } from '../support/faults/list-files.ts';
import { built } from '../support/worlds/filled-store.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let owner: AlmanacDatabases;
let db: Db;
let store: ProjectionStore;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
  owner = openTestDatabases(database.url, { max: 3 });
  db = databases.primary;
  store = projectionStore(db);
});
afterEach(() => database.reset());
afterAll(async () => {
  await Promise.all([databases.close(), owner.close()]);
  await database.close();
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const deps = () => ({ db, now: () => day(20) });
/** What a made-up entry of a list says. */
const TOLD = { number: 9, mark: 'a harbour', changed: Date.parse('2026-01-05T00:00:00Z'), withdrawn: false };
const TABLES = PROJECTIONS.flatMap(({ tables }) => tables);

const id = (number: number) => `CVE-2026-${1_000 + number}`;

function osv(key: string, aliases: string[], fixed: string, more: object = {}) {
  const events = [{ introduced: '0' }, { fixed }];
  const affected = ['a', 'b'].map((name) => ({
    package: { ecosystem: 'npm', name },
    ranges: [{ type: 'SEMVER', events }],
  }));
  return {
    id: key,
    aliases,
    affected,
    summary: `Fixed in ${fixed}`,
    database_specific: { cwe_ids: ['CWE-79'] },
    ...more,
  };
}

const listed = (key: string, title: string) => ({
  cveMetadata: { cveId: key, state: 'PUBLISHED' },
  containers: {
    cna: { title, affected: [{ vendor: 'V', product: title, versions: [{ version: '1', status: 'affected' }] }] },
  },
});

const exploited = (key: string) => ({
  cveID: key,
  vendorProject: 'A',
  product: 'B',
  vulnerabilityName: 'C',
  dateAdded: '2026-01-02',
  dueDate: '2026-01-03',
  requiredAction: 'Update',
});

const scores = (date: string, score: string) =>
  `#model_version:m,score_date:${date}\ncve,epss,percentile\n${id(1)},${score},0.5\n`;

const exploitDbRow = (number: number, name: string) =>
  `${number},a.py,"${name}, 1",2026-01-02,,,,,,,,${id(1)};OSVDB-1,,,,,`;

const channel = (digit: string, status: string | null) =>
  JSON.stringify({
    'git-revision': digit.repeat(40),
    channel_revision: status === null ? [] : [{ metric: { revision: digit.repeat(40), status, current: '1' } }],
  });

const packaged = (version: string, line: number) => ({ pname: 'a', version, meta: { position: `a.nix:${line}` } });

const issue = (number: number, title: string) => ({
  number,
  title,
  state: 'open',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  labels: [{ name: '1.severity: security', color: 'e11d21' }],
});

const pull = (merged_at: string | null) => ({
  number: 8,
  title: 'a: 1 -> 2',
  body: 'Fixes #7, #9',
  state: merged_at === null ? 'open' : 'closed',
  created_at: '2026-01-01T00:00:00Z',
  merged_at,
  base: { ref: 'master' },
});

/** Edits, a withdrawal, a retraction, a removal, a return, and all sources. */
async function live(): Promise<void> {
  await store.put(
    'osv',
    {
      'GO-1': osv('GO-1', [id(1)], '1.0.0', { upstream: [id(3)], related: [id(2)] }),
      'GO-2': osv('GO-2', [id(1), id(2)], '1.0.0'),
    },
    day(1),
  );
  await store.put('cve_list_v5', { [id(1)]: listed(id(1), 'One'), [id(2)]: listed(id(2), 'Two') }, day(1));
  await store.put('kev', { [id(1)]: exploited(id(1)), [id(2)]: exploited(id(2)) }, day(2));
  await store.put('osv', { 'GO-1': osv('GO-1', [id(1)], '2.0.0'), 'GO-2': osv('GO-2', [id(2)], '1.0.0') }, day(3));
  await store.put('epss', { '2026-01-03': scores('2026-01-03', '0.1') }, day(3));
  await store.put('osv', { 'GO-1': null, 'GO-3': osv('GO-3', [], '1.0.0', { withdrawn: '2026-01-04' }) }, day(4));
  await store.put('kev', { [id(2)]: null }, day(4));
  await store.put(
    'nvd',
    { [id(1)]: { cve: { id: id(1), vulnStatus: 'Analyzed', published: '2026-01-01T00:00:00' } } },
    day(4),
  );
  await store.put('osv', { 'GO-1': osv('GO-1', ['GO-3'], '1.0.0') }, day(5));
  await store.put('advisory', { 'GHSA-8r3f-844c-mc37': { ghsa_id: 'GHSA-8r3f-844c-mc37', cve_id: id(2) } }, day(5));
  await store.put('epss', { '2026-01-05': scores('2026-01-05', '0.2') }, day(6));
  for (const list of LIST_FILE_IDS) {
    const { key, record } = LIST_FILES[list];
    // Rows of Exploit-DB are no JSON: below.
    if (list !== 'exploitdb') await store.put(list, { [key(9)]: record(TOLD) }, day(6));
  }
  await store.put('metasploit', { 'exploit/a': { name: 'A', references: [id(1), id(2)] } }, day(6));
  await store.put('nuclei', { [id(1)]: { ID: id(1), Info: { Name: 'A' } } }, day(6));
  await store.put('exploitdb', { 7: exploitDbRow(7, 'Said'), 8: exploitDbRow(8, 'Unsaid') }, day(6));
  await store.put('metasploit', { 'exploit/a': { name: 'B', references: [id(1)] } }, day(7));
  await store.put('exploitdb', { 8: null }, day(7));
  await store.put(
    'channels',
    { 'nixos-unstable': channel('a', 'rolling'), 'nixos-25.11': channel('b', 'stable') },
    day(7),
  );
  await store.put('channels', { 'nixos-unstable': channel('c', null), 'nixos-25.11': null }, day(8));
  await store.put('packages', { 'nixos-unstable/a': packaged('1', 7), 'nixos-unstable/b': packaged('1', 7) }, day(7));
  await store.put('packages', { 'nixos-unstable/a': packaged('1', 9), 'nixos-unstable/b': packaged('2', 9) }, day(8));
  await store.put('packages', { 'nixos-unstable/a': packaged('2', 9), 'nixos-unstable/b': null }, day(9));
  await store.put('dependencies', { 'a.x86_64-linux': built('b') }, day(7));
  await store.put('dependencies', { 'a.x86_64-linux': built('c') }, day(8));
  await store.put(
    'nixpkgs',
    { 'issue/7': issue(7, `a: ${id(1)}`), 'issue/9': issue(9, 'b'), 'pull/8': pull(null) },
    day(7),
  );
  await store.put('nixpkgs', { 'link/7/8': { created_at: '2026-01-01T00:00:00Z' }, 'link/9/8': {} }, day(7));
  await store.put('nixpkgs', { 'reach/8/nixos-unstable': { status: 'diverged' } }, day(8));
  await store.put(
    'nixpkgs',
    {
      'issue/9': null,
      'link/9/8': null,
      'pull/8': pull('2026-01-08T00:00:00Z'),
      'reach/8/nixos-unstable': { status: 'ahead' },
    },
    day(9),
  );
}

async function contents(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} as t order by 1`.execute(db);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Everything about the tables that another migration or another role could come to rely on. */
async function shape(): Promise<unknown[]> {
  const { rows } = await sql`
    select c.relname, c.reloptions, c.relacl::text, pg_get_userbyid(c.relowner) as owner,
      (select array_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text) from pg_index where indrelid = c.oid) as indexes,
      (select array_agg(conname || ' ' || pg_get_constraintdef(oid) order by conname) from pg_constraint where conrelid = c.oid) as constraints,
      (select array_agg(format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attstorage) order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any(${TABLES}::text[])
    order by 1`.execute(owner.primary);
  return rows;
}

describe('a rebuild from evidence', () => {
  it('comes to the same rows as were written as the records came, in tables of the same shape', async () => {
    await live();
    const before = { contents: await contents(), shape: await shape() };
    await owner.pool.query(`truncate ${TABLES.join(', ')}`);

    // KEV first: what search says of it is read from there.
    for (const projection of PROJECTIONS) await rebuild(deps(), projection);

    expect(await contents()).toEqual(before.contents);
    expect(await shape()).toEqual(before.shape);
    for (const table of TABLES) expect(before.contents[table], table).not.toEqual([]);
    expect(await outdatedProjections(db)).toEqual([]);
  });

  it('serves the old rows until the new ones take their place, and takes in what comes meanwhile', async () => {
    await live();
    const affected = PROJECTIONS.find(({ name }) => name === 'affected');
    if (affected === undefined) throw new Error('no such projection');
    const before = await countAffected();
    const seen: number[] = [];

    const done = rebuild({ db, now: () => day(20) }, affected);
    const arrivals = Array.from({ length: 8 }, (_, i) => `RUSTSEC-${i}`);
    for (const key of arrivals) {
      await store.put('osv', { [key]: osv(key, [], '3.0.0') }, day(21));
      seen.push(await countAffected());
    }
    await done;
    await store.put('osv', { 'RUSTSEC-0': null }, day(22));

    const { rows } = await sql<{ key: string; n: number }>`
      select record.key, count(*) as n from affected join record on record.id = record_id
      where known_to is null group by 1 order by 1`.execute(db);
    expect(seen).toEqual(arrivals.map((_, i) => before + 2 * (i + 1)));
    expect(rows).toEqual(
      [
        { key: id(1), n: 1 },
        { key: id(2), n: 1 },
        { key: LIST_FILES.nvd_overrides.key(TOLD.number), n: 1 },
        ...['GO-1', 'GO-2', 'GO-3', ...arrivals.slice(1)].map((key) => ({ key, n: 2 })),
      ].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
  });

  it('that was cut off leaves the tables in use alone', async () => {
    await live();
    const before = await contents();
    const aliases = PROJECTIONS.find(({ name }) => name === 'aliases');
    if (aliases === undefined) throw new Error('no such projection');

    await expect(rebuild({ ...deps(), signal: AbortSignal.abort(new Error('cut off')) }, aliases)).rejects.toThrow(
      'cut off',
    );

    expect(await contents()).toEqual(before);
    expect((await outdatedProjections(db)).map(({ name }) => name)).toContain('aliases');
    await rebuild(deps(), aliases);
    expect(await contents()).toEqual(before);
  });

  it('cannot be used to touch any other table', async () => {
    await expect(sql`select projection.swap(array['record'])`.execute(db)).rejects.toThrow('not all of {record}');
    await expect(sql`select projection.open_shadow(array['record'])`.execute(db)).rejects.toThrow(
      'not all of {record}',
    );
  });
});

async function countAffected(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from affected`.execute(db);
  return rows[0]?.n ?? -1;
}

it('every projection has a name of its own, and its tables are those that the migration lets be swapped', async () => {
  const { rows } = await sql<{ tables: string[] }>`select projection.known_tables() as tables`.execute(owner.primary);

  expect(new Set(PROJECTIONS.map(({ name }) => name)).size).toBe(PROJECTIONS.length);
  expect(TABLES.toSorted()).toEqual(rows[0]?.tables.toSorted());
});
