import { lookupForm } from '@almanac/core/collection';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { change, cveRecord, FIRST, MEDIUM, osvRecord, SECOND } from '../support/worlds/aggregate-world.ts';

const NAME = '@scope/pkg';
const LATE = 'GHSA-late-late-late';
const EARLY = 'GHSA-ear1-ear1-ear1';
/** When the channel moved to each version. */
const MOVED = [new Date('2026-02-01T00:00:00.000Z'), new Date('2026-04-01T00:00:00.000Z')] as const;

let given: CveApp;
let app: TestApp;

beforeAll(async () => {
  given = await openCveApp({}, fill);
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

async function fill(db: Db): Promise<void> {
  const late = { aliases: ['CVE-2026-1001'], published: '2026-01-05T00:00:00Z', vector: MEDIUM };
  await change(db, 'cve_list_v5', {
    'CVE-2026-1001': cveRecord('CVE-2026-1001', '2026-01-03T00:00:00.000Z', null, {}),
    'CVE-2026-1002': { cveMetadata: { cveId: 'CVE-2026-1002', state: 'REJECTED' }, containers: { cna: {} } },
  });
  await change(db, 'osv', {
    [LATE]: osvRecord(LATE, 'npm', NAME, late),
    [EARLY]: osvRecord(EARLY, 'npm', NAME, { fixed: '1.0.1', published: '2025-12-20T00:00:00Z' }),
    'GHSA-reje-reje-reje': osvRecord('GHSA-reje-reje-reje', 'npm', NAME, { aliases: ['CVE-2026-1002'] }),
    'GHSA-with-with-with': osvRecord('GHSA-with-with-with', 'npm', NAME, { withdrawn: '2026-01-09T00:00:00Z' }),
    'GO-2026-1': osvRecord('GO-2026-1', 'Go', 'github.com/a/b', {}),
    'GHSA-mave-mave-mave': osvRecord('GHSA-mave-mave-mave', 'Maven', 'org.apache:commons', {}),
    'GHSA-prot-prot-prot': osvRecord('GHSA-prot-prot-prot', 'npm', '__proto__', {}),
  });
  await change(db, 'osv', { [LATE]: osvRecord(LATE, 'npm', NAME, { ...late, fixed: '1.2.0' }) }, SECOND);
  for (const [i, version] of ['1.1.0', '1.2.0'].entries()) {
    await sql`
      insert into collection_package (record_id, known_from, known_to, collection, channel, attribute, pname, version, lookup,
        ecosystem, ecosystem_name, cpes, purls, makers, known_vulnerabilities, patched, insecure, maintainers)
      values (9000, ${MOVED[i]}, ${MOVED[i + 1] ?? null}, 'nixpkgs', 'nixos-unstable', 'pkg', 'pkg', ${version},
        ${[lookupForm(NAME)]}, 'npm', ${NAME}, '{}', '{}', '{}', '{}', '{}', false, '{}')`.execute(db);
  }
}

async function history(name: string, query = '') {
  const { status, body } = await app.get(`/api/v1/package/${name}/history${query}`);
  expect(status).toBe(200);
  return body;
}

describe('the history of a package', () => {
  it('tells when each vulnerability was known, when a fix was, and since when the collection has it', async () => {
    const { data, verdict } = await history(encodeURIComponent(NAME), '?ecosystem=npm');

    expect(verdict).toBe('unknown');
    expect([data.package, data.ecosystem, data.total, data.truncated]).toEqual([NAME, 'npm', 2, false]);
    expect(data.vulnerabilities).toEqual([
      {
        id: 'CVE-2026-1001',
        severity: 'medium',
        packages: [{ ecosystem: 'npm', vendor: null, name: NAME }],
        records: [{ source: 'osv', id: LATE }],
        known: '2026-01-03T00:00:00.000Z',
        observedAt: FIRST.toISOString(),
        // Its record named none at first.
        fixed: { at: SECOND.toISOString(), basis: 'observed', versions: ['1.2.0'] },
        collection: [
          {
            channel: 'nixos-unstable',
            attribute: 'pkg',
            version: '1.2.0',
            at: MOVED[1].toISOString(),
            atOrBefore: false,
          },
        ],
      },
      expect.objectContaining({
        id: EARLY,
        severity: 'unknown',
        known: '2025-12-20T00:00:00.000Z',
        fixed: { at: '2025-12-20T00:00:00.000Z', basis: 'published', versions: ['1.0.1'] },
        // 1.1.0 had it already.
        collection: [expect.objectContaining({ version: '1.1.0', at: MOVED[0].toISOString(), atOrBefore: true })],
      }),
    ]);
  });

  it('counts what is open at the end of each month, to this one', async () => {
    const { data } = await history(encodeURIComponent(NAME), '?ecosystem=npm');

    expect(data.months.slice(0, 5)).toEqual([
      { month: '2025-12', known: 1, fixed: 1, open: 0 },
      { month: '2026-01', known: 1, fixed: 0, open: 1 },
      { month: '2026-02', known: 0, fixed: 0, open: 1 },
      { month: '2026-03', known: 0, fixed: 1, open: 0 },
      { month: '2026-04', known: 0, fixed: 0, open: 0 },
    ]);
    expect(data.months.at(-1).month).toBe('2026-11');
  });

  it.each([
    ['@scope/pkg', 2],
    ['%40scope%2fpkg', 2],
    ['github.com/a/b', 1],
    ['github.com%2Fa%2Fb', 1],
    ['org.apache:commons', 1],
    ['org.apache%3Acommons', 1],
    ['__proto__', 1],
  ])('is found under %s', async (name, total) => {
    const { data } = await history(name);

    expect([data.package, data.ecosystem, data.total]).toEqual([decodeURIComponent(name), 'all', total]);
  });

  it('of a name that nobody knows is empty, and no proof of anything', async () => {
    const { data, verdict, coverage } = await history('no/such/thing');

    expect([data.total, data.months, verdict]).toEqual([0, [], 'unknown']);
    expect(coverage.map(({ source }: { source: string }) => source)).toContain('osv');
  });

  it('says that an ecosystem is not covered by whom it is not', async () => {
    const { coverage } = await history('left-pad', '?ecosystem=OSS-Fuzz');
    const advisory = coverage.find(({ source }: { source: string }) => source === 'advisory');

    expect(['not_covered', 'disabled']).toContain(advisory.state);
  });

  it('is paged, and counted over all pages', async () => {
    const { data } = await history('@scope/pkg', '?limit=1&page=2');

    expect(data.vulnerabilities.map(({ id }: { id: string }) => id)).toEqual([EARLY]);
    expect([data.total, data.page, data.pageSize]).toEqual([2, 2, 1]);
    expect(data.months[1].open).toBe(1);
  });

  it.each([
    ['a wrong spelling of an ecosystem', 'x/history?ecosystem=NPM', 400, 'INVALID_PARAMETER'],
    ['a name that is too long', `${'x'.repeat(600)}/history`, 400, 'INVALID_PARAMETER'],
    ['an empty name', '%20/history', 400, 'INVALID_PARAMETER'],
    ['an address without its end', 'a/b/historic', 404, 'ROUTE_UNKNOWN'],
  ])('refuses %s', async (_name, path, status, code) => {
    const answer = await app.get(`/api/v1/package/${path}`);

    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('is no other method’s', async () => {
    const { status, headers } = await app.get('/api/v1/package/a/b/history', { method: 'POST' });

    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
