import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsLoader } from '../../src/app/judging/load-facts.ts';
import { purl } from '../../src/http/routes/packages/purl.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const LATER = new Date(SEEN.getTime() + 86_400_000);

describe('how many records an answer evaluates', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp([purl, vulns], async (store, db) => {
      const left = (id: string, fixed: string) => osvSays(id, [{ ecosystem: 'npm', name: 'left', fixed }]);
      await store.put(
        'osv',
        byId(
          left('GHSA-aaaa-aaaa-aaaa', '2.0.0'),
          left('GHSA-bbbb-bbbb-bbbb', '3.0.0'),
          osvSays('GHSA-cccc-cccc-cccc', [{ ecosystem: 'npm', name: 'left', introduced: '5.0.0', fixed: '5.1.0' }]),
          osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '20.0' }]),
          osvSays('GHSA-gone-gone-gone', [{ ecosystem: 'npm', name: 'left', fixed: '9.0.0' }], {
            withdrawn: '2026-10-02T00:00:00Z',
          }),
        ),
        SEEN,
      );
      await store.put('osv', byId(left('GHSA-dddd-dddd-dddd', '1.0.0')), LATER);
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) await wasRead(db, source);
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it.each([
    ['1.5.0', { records: 4, affected: 2, notAffected: 2, unknown: 0 }],
    ['2.5.0', { records: 4, affected: 1, notAffected: 3, unknown: 0 }],
    ['9.0.0', { records: 4, affected: 0, notAffected: 4, unknown: 0 }],
    ['not-a-version', { records: 4, affected: 0, notAffected: 0, unknown: 4 }],
  ])('counts at %s every record about the package, also those that surely exclude it', async (version, evaluated) => {
    const { body } = await given.app.get(`/api/v1/purl/${encodeURIComponent(`pkg:npm/left@${version}`)}`);

    expect(body['data'].evaluated).toEqual(evaluated);
  });

  it.each([
    ['1.5.0', 2],
    ['2.5.0', 3],
    ['9.0.0', 4],
    ['not-a-version', 0],
  ])('lists at %s what each of them clears, the same for every question', async (version, total) => {
    const paths = [
      `purl/${encodeURIComponent(`pkg:npm/left@${version}`)}`,
      `vulns/left?version=${version}&ecosystem=npm`,
    ];

    for (const path of paths) {
      const { body } = await given.app.get(`/api/v1/${path}`);
      const { cleared } = body['data'];
      expect([cleared.total, cleared.totalType, cleared.vulnerabilities.length]).toEqual([total, 'exact', total]);
    }
  });

  it.each(['1.5.0', null])('loads each statement once for version %s', async (version) => {
    const load = factsLoader(given.db, openDocuments(), { at: null });

    const loaded = await load([{ package: 'left', version, ecosystem: 'npm' }]);

    const statements = loaded?.[0]?.facts.found.map(({ assertion: { record, subject } }) =>
      [record.source, record.id, subject.ecosystem].join(' '),
    );
    expect(statements).toContain('osv GHSA-aaaa-aaaa-aaaa npm');
    expect(statements).toEqual([...new Set(statements)]);
  });

  it('counts no record of a namesake', async () => {
    const { body } = await given.app.get(`/api/v1/purl/${encodeURIComponent('pkg:pypi/left@30.0')}`);

    expect([body['verdict'], body['data'].evaluated]).toEqual([
      'not_affected',
      { records: 1, affected: 0, notAffected: 1, unknown: 0 },
    ]);
  });

  it('says how the sources were at a past instant, and vouches for nothing that had not been read', async () => {
    const { body } = await given.app.get(`/api/v1/vulns/left?version=90.0.0&at=${LATER.toISOString()}`);
    const { body: now } = await given.app.get('/api/v1/vulns/left?version=90.0.0');

    const osvOf = ({ coverage }: typeof body) => coverage.find(({ source }: { source: string }) => source === 'osv');
    expect([osvOf(body).state, osvOf(body).checkedAt, body['verdict']]).toEqual(['stale', null, 'unknown']);
    expect(body['unknownReasons']).toContain('source_stale');
    expect([osvOf(now).state, now['unknownReasons'].includes('source_stale')]).toEqual(['ok', false]);
  });

  it('counts what was known at a past instant', async () => {
    const past = await given.app.get(`/api/v1/vulns/left?version=9.0.0&at=${SEEN.toISOString()}`);
    const now = await given.app.get('/api/v1/vulns/left?version=9.0.0');

    const counts = [past, now].map(({ body }) => body['data'].evaluated.notAffected);
    expect(counts[1] - counts[0]).toBe(1);
  });
});
