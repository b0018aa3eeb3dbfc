import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { health } from '../../src/http/routes/meta/health.ts';
import { sources } from '../../src/http/routes/meta/sources.ts';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { refreshRecordTask } from '../../src/ingest/tasks/refresh-record.ts';
import { CHECKED_LIVE } from '../../src/sources/checked-live.ts';
import { refreshState } from '../../src/store/refreshes.ts';
import { keepChoice } from '../../src/store/source-choice.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

describe('a deployment that reads kev, and of osv npm alone', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp([sources, health, osv], async (store, db) => {
      const world = byId(
        osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }]),
        osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }]),
      );
      await store.put('osv', world, SEEN);
      await wasRead(db, 'osv');
      await wasRead(db, 'kev');
      await keepChoice(db, [{ id: 'kev' }, { id: 'osv', partsRead: ['npm'] }]);
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('says so of every source', async () => {
    const { body } = await given.app.get('/api/v1/sources');
    const rows = body['data'].sources as {
      id: string;
      state: string;
      partsRead: string[] | null;
      checkedLiveAt: string | null;
      warnings: unknown[];
    }[];

    const read = rows.filter(({ state }) => state !== 'not_configured' && state !== 'disabled');
    expect(read.map(({ id, state, partsRead }) => [id, state, partsRead])).toEqual([
      ['osv', 'ok', ['npm']],
      ['kev', 'ok', null],
    ]);
    expect(rows.filter(({ state, warnings }) => state === 'not_configured' && warnings.length > 0)).toEqual([]);
    expect(rows.filter(({ id, checkedLiveAt }) => checkedLiveAt !== (CHECKED_LIVE[id as SourceId] ?? null))).toEqual(
      [],
    );
  });

  it('is not degraded by what it does not read', async () => {
    const { body } = await given.app.get('/api/v1/health');

    expect(body['data'].checks.sources).toEqual({ state: 'ok', stale: [], warned: [] });
  });

  it.each([
    ['npm', 'left', 'ok', 'affected'],
    ['npm', 'right', 'ok', 'none_known'],
    ['PyPI', 'right', 'not_configured', 'unknown'],
  ])('answers about %s %s with coverage', async (ecosystem, name, state, verdict) => {
    const { body } = await given.app.get(`/api/v1/osv/${name}?ecosystem=${ecosystem}&version=1.0.0`);

    expect([body['coverage'][0].state, body['verdict']]).toEqual([state, verdict]);
  });

  it('is told at once when somebody asks for a record of a source that it does not read', async () => {
    const task = refreshRecordTask({ feeds: new Map(), db: given.db } as never);

    await task({ source: 'nvd', key: 'CVE-2026-0001' }, {} as never);

    const { finished } = await refreshState(given.db, 'nvd', 'CVE-2026-0001');
    expect(finished).toMatchObject({ outcome: 'unreachable', error: 'nvd is not read by this deployment' });
  });

  it('says why it does not read a source that lacks a setting, until it has that', async () => {
    const warnings = async () => {
      // An answer is kept for a minute.
      given.app.clock.now += 120_000;
      const { body } = await given.app.get('/api/v1/sources');
      const rows = body['data'].sources as { id: string; state: string; warnings: unknown[] }[];
      const { body: told } = await given.app.get('/api/v1/health');
      expect(told['data'].checks.sources.warned).toEqual([]);
      return rows.filter((row) => row.warnings.length > 0);
    };

    await keepChoice(given.db, [{ id: 'kev' }], [{ id: 'repology', reason: 'CONTACT_URL is not set' }]);
    const without = await warnings();
    await keepChoice(given.db, [{ id: 'kev' }, { id: 'repology' }]);

    expect(without).toMatchObject([
      {
        id: 'repology',
        state: 'not_configured',
        warnings: [{ code: 'SETTING_MISSING', detail: 'CONTACT_URL is not set' }],
      },
    ]);
    expect((await warnings()).map(({ id }) => id)).not.toContain('repology');
  });

  it('says for as long as it lasts what it leaves out of a source that it reads without a setting', async () => {
    const notRead = { id: 'kev', reason: 'A_TOKEN is not set' };
    await keepChoice(given.db, [{ id: 'kev' }], [notRead]);
    await sql`update source_notice set seen_at = seen_at - interval '30 days', since = since - interval '30 days'`.execute(
      given.db,
    );
    given.app.clock.now += 120_000;

    const { body } = await given.app.get('/api/v1/sources');

    const rows = body['data'].sources as { id: string; state: string; warnings: unknown[] }[];
    const kev = rows.find(({ id }) => id === 'kev');
    expect(kev?.state).not.toBe('not_configured');
    expect(kev?.warnings).toContainEqual(expect.objectContaining({ code: 'SETTING_MISSING', detail: notRead.reason }));
  });

  it('reads all again when nothing is chosen any more', async () => {
    const all = ['cve_list_v5', 'osv', 'kev', 'nvd'];

    await keepChoice(
      given.db,
      all.map((id) => ({ id })),
    );

    const rows = await given.db.selectFrom('source').select(['name', 'configured', 'parts_read']).execute();
    expect(
      rows
        .filter(({ configured }) => configured)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(all.toSorted());
    expect(rows.filter(({ parts_read }) => parts_read !== null)).toEqual([]);
  });
});
