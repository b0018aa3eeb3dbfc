import { getGhsa } from '@almanac/contract';
import { ADVISORY_ECOSYSTEM_NAMES } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceNumber } from '../../src/projections/version.ts';
import { grantedKey } from '../support/access.ts';
import { analyze } from '../support/corpus/world.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { type GivenAdvisory, putAdvisories } from '../support/worlds/ghsa-world.ts';

const id = (n: number) => `GHSA-${['2222', '3333', '4444', '5555', '6666', '7777', '8888', '9999'][n - 1]}-cccc-ffff`;

const WORLD: Readonly<Record<string, GivenAdvisory>> = {
  [id(1)]: {
    cve: 'CVE-2024-0001',
    severity: 'critical',
    cwes: ['CWE-79', 'CWE-89'],
    packages: ['pip:Django_Thing:>= 4.0, < 4.2.1:4.2.1'],
    published: '2024-01-01T10:00:00Z',
    updated: '2024-06-01T10:00:00Z',
  },
  [id(2)]: {
    severity: 'low',
    cwes: ['CWE-89'],
    packages: ['npm:@scope/thing:< 1.0.0:1.0.0'],
    published: '2024-01-31T23:59:59Z',
  },
  [id(3)]: {
    severity: 'medium',
    packages: ['npm:left-pad:<= 2.0.0:'],
    published: '2024-02-02T00:00:00Z',
    withdrawn: '2024-03-01T00:00:00Z',
  },
  [id(4)]: { type: 'unreviewed', severity: 'unknown', cve: 'CVE-2024-0004', published: '2024-03-01T00:00:00Z' },
  [id(5)]: { type: 'malware', severity: 'critical', packages: ['npm:evil:>= 0:'], published: '2024-03-01T00:00:00Z' },
  [id(6)]: { packages: ['rust:thing:< 3.0.0:3.0.0', 'pip:other:= 1.0:'], published: '2025-01-01T00:00:00Z' },
  [id(7)]: { packages: ['go:github.com/a/thing:< 1.2.3:1.2.3'], published: '2025-05-05T00:00:00Z' },
};

let world: CveApp;
let key: string;
beforeAll(async () => {
  world = await openCveApp({}, (db) => putAdvisories(db, WORLD));
  ({ key } = await grantedKey(world.db));
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (query: string, given = key) =>
  world.app.get(`/api/v1/ghsa${query}`, { headers: { authorization: `Bearer ${given}` } });
const found = async (query: string) => {
  const answer = await ask(query);
  expect(answer.text).toContain('"success":true');
  return (answer.body['data'].advisories as { ghsaId: string }[]).map(({ ghsaId }) => ghsaId);
};
const ids = (...numbers: number[]) => numbers.map(id);

describe('GET /ghsa', () => {
  it('needs a key', async () => {
    const answer = await world.app.get('/api/v1/ghsa');

    expect([answer.status, answer.body['code']]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('lists all there is, newest first, private to the caller, with its coverage', async () => {
    const answer = await ask('');

    expect(await found('')).toEqual(ids(7, 6, 5, 4, 3, 2, 1));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body['coverage']).toEqual([expect.objectContaining({ source: 'advisory' })]);
    expect(answer.body).toHaveProperty('asOf');
  });

  it('shows what the record says, and leads to the record itself', async () => {
    const [row] = (await ask(`?ghsa_id=${id(1).toLowerCase().replace('ghsa', 'GHSA')}`)).body['data'].advisories;
    const evidence = await world.app.get(`/api/v1/evidence/${row.sha256}`);

    expect(row).toMatchObject({
      ghsaId: id(1),
      cveId: 'CVE-2024-0001',
      type: 'reviewed',
      severity: 'critical',
      cvss: null,
      summary: `Summary of ${id(1)}`,
      cwes: ['CWE-79', 'CWE-89'],
      vulnerabilities: [{ ecosystem: 'PyPI', name: 'Django_Thing', range: '>= 4.0, < 4.2.1', firstPatched: '4.2.1' }],
      published: '2024-01-01T10:00:00.000Z',
      updated: '2024-06-01T10:00:00.000Z',
      withdrawn: null,
      url: `https://github.com/advisories/${id(1)}`,
    });
    expect(JSON.parse(evidence.text)).toMatchObject({ ghsa_id: id(1) });
  });

  it.each([
    ['severity=critical', [5, 1]],
    ['severity=unknown', [4]],
    ['type=malware', [5]],
    ['type=all&severity=critical', [5, 1]],
    ['ecosystem=pip', [6, 1]],
    ['ecosystem=PyPI', [6, 1]],
    ['ecosystem=rust', [6]],
    ['ecosystem=crates.io', [6]],
    ['ecosystem=other', []],
    ['cwes=79', [1]],
    ['cwes=CWE-89', [2, 1]],
    ['cwes=cwe-79,22', [1]],
    ['cve_id=cve-2024-0004', [4]],
    ['cve_id=CVE-2024-9999', []],
    ['is_withdrawn=true', [3]],
    ['is_withdrawn=false&published=2024-02-01..2024-12-31', [5, 4]],
    ['published=2024-01-31', [2]],
    ['published=2024-01-01..2024-02-01', [2, 1]],
    ['published=%3E%3D2025-01-01', [7, 6]],
    ['published=%3E2025-01-01', [7]],
    ['published=%3C2024-01-31', [1]],
    ['published=*..2024-01-01', [1]],
    ['updated=2024-06-01', [1]],
    ['modified=2024-06-01..2025-01-01', [6, 1]],
    ['affects=thing', [6]],
    ['affects=%40scope%2Fthing', [2]],
    ['affects=%40scope%2Fthing%400.9.0', [2]],
    ['affects=%40scope%2Fthing%401.0.0', []],
    ['affects=django.thing', [1]],
    ['affects=django-thing@4.1', [1]],
    ['affects=django-thing@4.2.1', []],
    ['affects=django-thing&ecosystem=npm', []],
    ['affects=left-pad,github.com%2Fa%2Fthing', [7, 3]],
    ['affects=nothing', []],
    ['affects=__proto__', []],
    ['severity=critical&ecosystem=pip&cwes=89&type=reviewed&affects=django-thing&cve_id=CVE-2024-0001', [1]],
  ])('%s', async (query, expected) => {
    expect(await found(`?${query}`)).toEqual(ids(...expected));
  });

  it('takes every ecosystem that the database has, in either spelling', () => {
    const spellings = [...ADVISORY_ECOSYSTEM_NAMES].flat();

    expect(new Set(getGhsa.query.shape.ecosystem.unwrap().options)).toEqual(new Set([...spellings, 'other']));
  });

  it.each([
    ['severity=severe', 'severity'],
    ['ecosystem=pypi', 'ecosystem'],
    ['cwes=XSS', 'cwes'],
    ['cwes=79,', 'cwes'],
    ['type=secret', 'type'],
    ['published=soon', 'published'],
    ['published=2024-02-01..2024-01-01', 'published'],
    ['is_withdrawn=yes', 'is_withdrawn'],
    ['affects=', 'affects'],
    ['affects=a,,b', 'affects'],
    ['ghsa_id=GHSA-1', 'ghsa_id'],
    ['limit=0', 'limit'],
    ['cursor=x', 'cursor'],
    ['cursor=WyIyMDI0IiwiYSJd', 'cursor'],
    ['severity=high&severity=low', 'severity'],
  ])('refuses %s and names what is wrong', async (query, name) => {
    const answer = await ask(`?${query}`);

    expect([answer.status, answer.body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(answer.body['error']).toContain(`'${name}'`);
  });

  it('pages by cursor, each once, also where two were published at the same moment', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 10; page += 1) {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { data } = (await ask(`?limit=2${query}`)).body;
      seen.push(...data.advisories.map(({ ghsaId }: { ghsaId: string }) => ghsaId));
      cursor = data.nextCursor;
      if (cursor === null) break;
    }

    expect(seen).toEqual(ids(7, 6, 5, 4, 3, 2, 1));
  });

  it('goes on where it was while records come, change and go', async () => {
    const first = (await ask('?limit=3')).body['data'];
    const later = new Date('2026-11-02T00:00:00Z');
    await putAdvisories(world.db, { [id(8)]: { published: '2025-06-01T00:00:00Z' }, [id(5)]: null }, later);
    await putAdvisories(world.db, { [id(2)]: { ...WORLD[id(2)]!, updated: '2026-11-01T00:00:00Z' } }, later);

    const rest = (await ask(`?limit=9&cursor=${first.nextCursor}`)).body['data'];
    const again = await found('');

    expect(first.advisories.map(({ ghsaId }: { ghsaId: string }) => ghsaId)).toEqual(ids(7, 6, 5));
    expect(rest.advisories.map(({ ghsaId }: { ghsaId: string }) => ghsaId)).toEqual(ids(4, 3, 2, 1));
    expect([rest.nextCursor, again]).toEqual([null, ids(8, 7, 6, 4, 3, 2, 1)]);
  });

  it('lists what has no date at the end, and goes on among them', async () => {
    await sql`update advisory set published = null where id in (${id(6)}, ${id(7)})`.execute(world.db);

    const first = (await ask('?limit=6')).body['data'];
    const rest = (await ask(`?limit=6&cursor=${first.nextCursor}`)).body['data'];

    expect(first.advisories.at(-1)).toMatchObject({ ghsaId: id(7), published: null });
    expect(rest.advisories.map(({ ghsaId }: { ghsaId: string }) => ghsaId)).toEqual(ids(6));
  });

  it('reads a page of a hundred thousand by its index', async () => {
    const source = sourceNumber('advisory');
    await sql`
      insert into advisory (id, source, record_id, seq, type, published, modified, severity, ecosystems)
      select 'GHSA-x' || n, case when n % 3 = 0 then ${source} else 3 end, 1000000 + n, 1, 'reviewed',
             timestamptz '2020-01-01' + n * interval '10 minutes', now(), 'high', '{npm}'
      from generate_series(1, 100000) as n`.execute(world.db);
    await analyze(world.database.url);
    const explain = async (where: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from advisory as a where a.source = ${sql.lit(source)} and ${sql.raw(where)}
        order by coalesce(a.published, timestamptz '-infinity') desc, a.id desc limit 51`.execute(world.db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const after = `(coalesce(a.published, timestamptz '-infinity'), a.id) < (timestamptz '2021-05-05', 'GHSA-x7')`;

    for (const where of ['true', after]) {
      const plan = await explain(where);
      expect(plan).toContain('advisory_listing');
      expect(plan).not.toContain('Sort');
    }
  });
});
