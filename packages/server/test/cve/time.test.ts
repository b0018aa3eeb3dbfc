import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { cveRecord, osvRecord } from '../support/worlds/aggregate-world.ts';
import { FIRST, fillCveWorld, IDS, SECOND } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt } from '../support/worlds/tracker-rows.ts';

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp();
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

type Body = Awaited<ReturnType<TestApp['get']>>['body'];

interface Version {
  readonly observedAt: string;
  readonly source: string;
  readonly sha256: string | null;
  readonly changes: readonly { readonly kind: string; readonly field: string }[];
}

describe('the history', () => {
  it('has every version, newest first, with what changed', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/history`);

    const versions: readonly Version[] = body['data'].versions;
    expect(body['data'].total).toBe(versions.length);
    const times = versions.map(({ observedAt }) => observedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const kinds = (source: string, at: Date) =>
      versions
        .filter((version) => version.source === source && version.observedAt === at.toISOString())
        .flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect(kinds('cve_list_v5', FIRST)).toEqual(['first_seen']);
    expect(new Set(kinds('cve_list_v5', SECOND))).toEqual(new Set(['description', 'severity']));
    expect(kinds('kev', FIRST)).toEqual(['kev_added']);
    expect(kinds('kev', SECOND)).toEqual(['kev_removed']);
  });

  it('says from what to what an SSVC decision moved, in the API, on the page and in the change feed', async () => {
    const id = 'CVE-2026-10301';
    const record = cveRecord(id, '2026-01-09T00:00:00Z', null, { lessThan: '1.4.2' });
    const assessed = (Exploitation: string) => ({
      ...record,
      containers: {
        ...record.containers,
        adp: [{ metrics: [{ other: { type: 'ssvc', content: { options: [{ Exploitation }] } } }] }],
      },
    });
    const store = projectionStore(given.db);
    await store.put('cve_list_v5', { [id]: assessed('poc') }, FIRST);
    await store.put('cve_list_v5', { [id]: assessed('active') }, SECOND);

    const { body } = await app.get(`/api/v1/cve/${id}/history`);
    const { text } = await app.get(`/${id}/history`);

    const [newest] = body['data'].versions as readonly Version[];
    expect(newest?.changes).toEqual([{ field: 'ssvc.exploitation', from: 'poc', to: 'active', kind: 'ssvc' }]);
    expect(text).toContain('exploitation status changed (SSVC)');
    expect(text).toContain('<bdi>poc → active</bdi>');
    expect(text).not.toContain('severity changed');
    // A change is told once every transaction of the engine that began before it has ended.
    const listChanges = async () => (await app.get('/api/v1/changes?after=start&limit=500')).body['data'].changes;
    await expect.poll(listChanges, { timeout: 60_000 }).toContainEqual(
      expect.objectContaining({
        record: id,
        changed: ['ssvc'],
        summary: ['exploitation status changed (SSVC): poc → active'],
      }),
    );
  });

  it('is paged, and past its end empty', async () => {
    const first = await app.get(`/api/v1/cve/${IDS.published}/history?limit=2`);
    const second = await app.get(`/api/v1/cve/${IDS.published}/history?limit=2&page=2`);
    const past = await app.get(`/api/v1/cve/${IDS.published}/history?limit=2&page=99`);

    expect(first.body['data']).toMatchObject({ page: 1, pageSize: 2 });
    expect(first.body['data'].versions).toHaveLength(2);
    expect(second.body['data'].versions).not.toEqual(first.body['data'].versions);
    expect([past.status, past.body['data'].versions]).toEqual([200, []]);
  });

  it.each(['limit=0', 'limit=x', 'page=0', 'page=-1', 'limit=1&limit=2'])('refuses %s', async (query) => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS.published}/history?${query}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
  });
});

describe('the lookup at a date', () => {
  const at = (date: string, query = '') => app.get(`/api/v1/cve/${IDS.published}/at/${date}${query}`);

  it('is what was known then', async () => {
    const between = await at('2026-01-20');
    const after = await at('2026-02-10T00:00:00.001Z');

    expect(between.body['data'].primary.cvss).toBe(7.5);
    expect(between.body['data'].kev).toMatchObject({ dateAdded: '2026-01-09', knownRansomwareCampaignUse: 'Known' });
    expect(between.body['data'].epss).toEqual({ epss: 0.42, percentile: 0.97 });
    expect(between.body).toMatchObject({ at: '2026-01-20T23:59:59.999Z', basis: 'observed', reconstructed: false });
    expect(after.body['data'].primary.cvss).toBe(9.1);
    expect(after.body['data'].kev).toBeUndefined();
  });

  it('goes by the dates of the sources before anything was observed', async () => {
    const { status, body } = await at('2026-01-09');
    const observed = await at('2026-01-09', '?clock=known');
    const unpublished = await at('2026-01-08');

    expect([status, body['basis'], body['data'].primary.cvss]).toEqual([200, 'reconstructed', 7.5]);
    expect([observed.status, observed.body['code']]).toEqual([404, 'CVE_NOT_KNOWN_AT']);
    expect(observed.body['hint']).toContain(FIRST.toISOString());
    expect([unpublished.status, unpublished.body['code']]).toEqual([404, 'CVE_NOT_KNOWN_AT']);
  });

  it.each(['2026-11-15', '2026-11-15T08:00:00Z'])('of today is up to now: %s', async (date) => {
    const { status, body } = await at(date);
    const dossier = await app.get(`/api/v1/cve/${IDS.published}/dossier?at=${date}`);

    expect([status, body['at']]).toEqual([200, '2026-11-15T08:00:00.000Z']);
    expect([dossier.status, dossier.body['at']]).toEqual([200, '2026-11-15T08:00:00.000Z']);
  });

  it.each(['2026-11-16', '2026-11-15T08:00:00.001Z', '2999-01-01', 'yesterday', '2026-13-01'])(
    'refuses %s',
    async (date) => {
      const { status, body } = await at(date);

      expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    },
  );

  it('is asked of the dossier, too', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/dossier?at=2026-01-20`);

    expect(body['canonical']).toMatchObject({ cvssScore: 7.5, kev: { dateAdded: '2026-01-09' } });
    expect(body).toMatchObject({ at: '2026-01-20T23:59:59.999Z', basis: 'observed' });
  });
});

describe('years before the service was started', () => {
  const ID = 'CVE-2021-7001';
  const kev = { cveID: ID, vendorProject: 'Tidewater', product: 'Harbour', vulnerabilityName: 'Harbour Injection' };
  const dates = { dateAdded: '2021-12-15', dueDate: '2022-01-05', requiredAction: 'Apply updates.' };
  let young: CveApp;
  beforeAll(async () => {
    young = await openCveApp({}, async (db) => {
      const store = projectionStore(db);
      await store.put('cve_list_v5', { [ID]: cveRecord(ID, '2021-12-10T00:00:00.000Z', null, {}) }, SECOND);
      await store.put('kev', { [ID]: { ...kev, ...dates, knownRansomwareCampaignUse: 'Known' } }, SECOND);
      await checkedAt(db, ['cve_list_v5', 'kev'], new Date('2026-11-15T07:59:00Z'));
    });
  });
  afterAll(() => young[Symbol.asyncDispose]());

  it.each([
    ['the lookup', (date: string) => `at/${date}`, (body: Body) => body['data'].kev?.dateAdded],
    ['the dossier', (date: string) => `dossier?at=${date}`, (body: Body) => body['canonical'].kev?.dateAdded],
  ])('%s is reconstructed, with the KEV entry from the day on which it was added', async (_, path, added) => {
    const [before, listed, after] = await Promise.all(
      ['2021-12-14', '2021-12-15', '2021-12-16'].map((date) => young.app.get(`/api/v1/cve/${ID}/${path(date)}`)),
    );

    expect([before, listed, after].map((answer) => [answer?.status, answer?.body['basis']])).toEqual(
      Array.from({ length: 3 }, () => [200, 'reconstructed']),
    );
    expect([before, listed, after].map((answer) => added(answer?.body ?? {}) ?? null)).toEqual([
      null,
      '2021-12-15',
      '2021-12-15',
    ]);
  });

  it('is never safe to act on', async () => {
    const { body } = await young.app.get(`/api/v1/cve/${ID}/dossier?at=2021-12-20`);

    expect(body['agentHints'].safeForAutomation).toBe(false);
    expect(body['agentHints'].notSafeBecause).toContain('past');
  });

  it.each([`at/2021-12-20?clock=known`, `dossier?at=2021-12-20&clock=known`])('%s was not observed', async (path) => {
    const { status, body } = await young.app.get(`/api/v1/cve/${ID}/${path}`);

    expect([status, body['code']]).toEqual([404, 'CVE_NOT_KNOWN_AT']);
  });

  it('the page says that it is reconstructed, and whether the vulnerability was listed then', async () => {
    const before = await young.app.get(`/${ID}?at=2021-12-14`);
    const after = await young.app.get(`/${ID}?at=2021-12-16`);

    for (const { text } of [before, after]) {
      expect(text).toMatch(/Reconstructed for 1[46] Dec 2021 from the dates in the records, not observed/);
    }
    expect(before.text).toContain('not listed by that day, according to the catalogue');
    expect(after.text).toContain('<strong class="bad">Yes</strong> <small>since');
    expect(after.text).not.toContain('exploitation not known');
  });
});

describe('verdicts at a date', () => {
  const ID = 'CVE-2026-7001';
  const ERRATUM = 'ALSA-2026:7001';
  let judged: CveApp;
  beforeAll(async () => {
    judged = await openCveApp({}, async (db) => {
      const store = projectionStore(db);
      const cpe = 'cpe:2.3:a:tidewater:harbour:1.0:*:*:*:*:*:*:*';
      const harbour = { pname: 'harbour', version: '1.0', meta: { identifiers: { cpe } } };
      const entries = { 'nixos-unstable/harbour': harbour, 'nixos-unstable/grapnel': { version: '1.0' } };
      await store.put('packages', entries, FIRST);
      // Published before the day that is asked about, and seen after it.
      await store.put('cve_list_v5', { [ID]: cveRecord(ID, '2026-01-03T00:00:00.000Z', null, {}) }, SECOND);
      const erratum = { ...osvRecord(ERRATUM, 'AlmaLinux:9', 'grapnel', { fixed: '2.0-1.el9' }), related: [ID] };
      await store.put('osv', { [ERRATUM]: { ...erratum, published: '2026-01-04T00:00:00Z' } }, SECOND);
      await checkedAt(
        db,
        ['cve_list_v5', 'osv', 'advisory', 'nvd', 'packages', 'nixpkgs'],
        new Date('2026-11-15T07:59:00Z'),
      );
    });
  });
  afterAll(() => judged[Symbol.asyncDispose]());

  it('are made by the clock that the caller asks for', async () => {
    const then = await judged.app.get(`/api/v1/cve/${ID}/at/2026-01-20?clock=true`);
    const now = await judged.app.get(`/api/v1/cve/${ID}`);
    const known = await judged.app.get(`/api/v1/cve/${ID}/at/2026-01-20?clock=known`);

    const { packages } = now.body['data'].nixpkgs;
    expect(packages.map(({ attribute }: { attribute: string }) => attribute).toSorted()).toEqual([
      'grapnel',
      'harbour',
    ]);
    expect(then.body['data'].nixpkgs.packages).toEqual(packages);
    expect([then.body['reconstructed'], known.status]).toEqual([true, 404]);
  });
});

describe('coverage at a date', () => {
  const THEN = '2026-01-20T23:59:00.000Z';
  const TODAY = '2026-11-15T07:59:00.000Z';
  let read: CveApp;
  beforeAll(async () => {
    read = await openCveApp({}, async (db) => {
      await fillCveWorld(db);
      await checkedAt(db, ['cve_list_v5', 'osv'], new Date(THEN));
      await checkedAt(db, ['osv', 'nvd'], new Date(TODAY));
    });
  });
  afterAll(() => read[Symbol.asyncDispose]());
  const OF_THEN = [
    { source: 'cve_list_v5', state: 'ok', checkedAt: THEN },
    { source: 'osv', state: 'ok', checkedAt: THEN },
    { source: 'nvd', state: 'stale', checkedAt: null },
  ];
  const OF_TODAY = [
    { source: 'cve_list_v5', state: 'stale', checkedAt: THEN },
    { source: 'osv', state: 'ok', checkedAt: TODAY },
    { source: 'nvd', state: 'ok', checkedAt: TODAY },
  ];
  const rowsOf = (coverage: readonly { source: string; state: string; checkedAt: string | null }[]) =>
    OF_THEN.flatMap(({ source }) =>
      coverage
        .filter((row) => row.source === source)
        .map(({ state, checkedAt: at }) => ({ source, state, checkedAt: at })),
    );

  it.each([
    ['the lookup', `at/2026-01-20`, OF_THEN],
    ['the lookup of a day before anything was read', 'at/2026-01-09', OF_TODAY],
    ['the dossier', 'dossier?at=2026-01-20', OF_THEN],
    ['the dossier of a day before anything was read', 'dossier?at=2026-01-09', OF_TODAY],
    ['the dossier of now', 'dossier', OF_TODAY],
  ])('is that of then, unless today’s knowledge answers: %s', async (_, path, expected) => {
    const { body } = await read.app.get(`/api/v1/cve/${IDS.published}/${path}`);

    expect(rowsOf(body['coverage'])).toEqual(expected);
    if ('lookup' in body) expect(rowsOf(body['lookup'].coverage)).toEqual(expected);
  });

  it.each([
    ['then', '?at=2026-01-20', THEN],
    ['now', '', TODAY],
  ])('is shown on the page as of %s', async (_, query, checked) => {
    const { text } = await read.app.get(`/${IDS.published}${query}`);

    const table = text.slice(text.indexOf('id="coverage"'));
    expect(table.slice(0, table.indexOf('</table>'))).toContain(`datetime="${checked}"`);
  });
});
