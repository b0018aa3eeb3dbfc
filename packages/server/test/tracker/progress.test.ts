import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt, putTracker } from '../support/worlds/tracker-rows.ts';

const UNHEARD = 'CVE-2026-54321';

/** Four issues: fixed everywhere, on its way, in work, and of a CVE that nobody knows. */
async function fill(db: Db): Promise<void> {
  await fillCveWorld(db);
  await projectionStore(db).put(
    'kev',
    { [IDS.fourDigits]: kevEntry(IDS.fourDigits) },
    new Date('2026-03-01T00:00:00Z'),
  );
  await putTracker(db, {
    issues: [
      {
        number: 11,
        cves: [IDS.published],
        relatedCves: [IDS.hostile],
        packages: ['harbour'],
        assignees: ['maintainer'],
        createdAt: '2026-11-10T00:00:00Z',
      },
      { number: 12, cves: [IDS.fourDigits], severity: 'high', createdAt: '2026-09-01T00:00:00Z' },
      { number: 13, cves: [IDS.partial], packages: ['harbour'], state: 'closed', createdAt: '2026-10-01T00:00:00Z' },
      { number: 14, cves: [UNHEARD], createdAt: '2024-10-01T00:00:00Z' },
      { number: 15, cves: [IDS.published], tracked: false, createdAt: '2026-10-02T00:00:00Z' },
    ],
    pulls: [
      {
        number: 21,
        base: 'staging',
        closes: [11],
        createdAt: '2026-11-10T06:00:00Z',
        mergedAt: '2026-11-11T00:00:00Z',
      },
      {
        number: 22,
        base: 'release-26.05',
        backportOf: 21,
        createdAt: '2026-11-11T01:00:00Z',
        mergedAt: '2026-11-11T02:00:00Z',
      },
      { number: 23, base: 'staging-next', cves: [IDS.fourDigits], mergedAt: '2026-09-05T00:00:00Z' },
      { number: 24, state: 'open', closes: [13] },
      { number: 25, state: 'merged' },
    ],
    links: [
      [11, 21],
      [14, 25],
    ],
    reached: [
      [21, 'master', '2026-11-12T00:00:00Z'],
      [21, 'nixos-unstable', '2026-11-13T00:00:00Z'],
      [22, 'nixos-26.05', '2026-11-14T00:00:00Z'],
    ],
    channels: [
      { name: 'nixos-unstable', updatedAt: '2026-11-15T07:00:00Z' },
      { name: 'nixos-26.05', updatedAt: '2026-11-14T08:00:00Z', status: 'stable' },
      { name: 'nixos-25.11', updatedAt: null, status: 'embalmed' },
    ],
  });
}

function kevEntry(cveID: string) {
  return {
    cveID,
    vendorProject: 'Tidewater',
    product: 'Harbour',
    vulnerabilityName: 'Harbour',
    dateAdded: '2026-02-27',
    shortDescription: '',
    requiredAction: '',
    dueDate: '2026-03-20',
    knownRansomwareCampaignUse: 'Unknown',
    notes: '',
    cwes: [],
  };
}

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({}, fill);
  ({ app } = given);
}, 60_000);
afterAll(() => given[Symbol.asyncDispose]());

const data = async (path: string) => {
  const { status, body } = await app.get(`/api/v1${path}`);
  expect(status).toBe(200);
  return body['data'];
};

describe('one issue', () => {
  it('shows its pull requests on their way from staging to the channels, with dates', async () => {
    const issue = await data('/issues/11');

    expect(issue).toMatchObject({
      number: 11,
      severity: 'critical',
      severitySource: 'cves',
      tracked: true,
      hasFixAvailable: true,
      fix: { version: { version: '1.4.2' }, pullRequest: { number: 21, relation: 'closes' } },
    });
    expect(
      issue.pullRequests.map(({ number, relation, stage }: Record<string, unknown>) => [number, relation, stage]),
    ).toEqual([
      [21, 'closes', 'channel'],
      [22, 'backport', 'channel'],
    ]);
    expect(issue.pullRequests[0].steps).toMatchObject([
      { step: 'opened', branch: 'staging', at: '2026-11-10T06:00:00.000Z' },
      { step: 'merged', branch: 'staging', at: '2026-11-11T00:00:00.000Z' },
      { step: 'reached', branch: 'master', at: '2026-11-12T00:00:00.000Z' },
      { step: 'reached', branch: 'nixos-unstable', at: '2026-11-13T00:00:00.000Z' },
    ]);
    expect(issue.channels).toEqual([
      { channel: 'nixos-25.11', state: 'lacking', pull: null, reachedAt: null },
      { channel: 'nixos-26.05', state: 'contained', pull: 22, reachedAt: '2026-11-14T00:00:00.000Z' },
      { channel: 'nixos-unstable', state: 'contained', pull: 21, reachedAt: '2026-11-13T00:00:00.000Z' },
    ]);
  });

  it('sums up its CVEs, and says which nobody knows', async () => {
    const [known, unheard] = [await data('/issues/11'), await data('/issues/14')];

    expect(known.cveSummaries).toMatchObject([
      { id: IDS.published, severity: 'critical', score: 9.1, epss: { epss: 0.42 }, kev: false, known: true },
      { id: IDS.hostile, severity: 'critical', known: true },
    ]);
    expect(unheard).toMatchObject({ severity: 'unknown', severitySource: 'none', hasFixAvailable: false, fix: null });
    expect(unheard.cveSummaries).toMatchObject([{ id: UNHEARD, title: null, severity: 'unknown', known: false }]);
    expect(unheard.pullRequests).toMatchObject([{ number: 25, relation: 'linked' }]);
  });

  it('that has lost its label is told so, and is in no list', async () => {
    expect(await data('/issues/15')).toMatchObject({ number: 15, tracked: false });
    expect((await data('/issues')).issues.map(({ number }: { number: number }) => number)).toEqual([11, 13, 12, 14]);
  });

  it('that was never tracked is unknown', async () => {
    const { status, body } = await app.get('/api/v1/issues/21');

    expect([status, body['code'], body['error']]).toEqual([404, 'ISSUE_UNKNOWN', 'Issue 21 is not tracked']);
  });

  it.each(['abc', '0', '-1', '1.5', '1e3', '12345678901', 'CVE-2026-10001'])('%s is no number', async (id) => {
    const { status, body } = await app.get(`/api/v1/issues/${id}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain("'id'");
  });
});

describe('counts', () => {
  it('of the contract', async () => {
    expect(await data('/stats')).toEqual({
      total: 4,
      bySeverity: { critical: 1, high: 1, medium: 0, low: 0, unknown: 2 },
      withFix: 3,
      assigned: 1,
    });
  });

  it('of how far the tracker has come', async () => {
    expect(await data('/tracker/stats')).toEqual({
      total: 4,
      byState: { open: 3, closed: 1 },
      openByVerdict: { affected: 0, unknown: 3, not_affected: 0 },
      bySeverity: { critical: 1, high: 1, medium: 0, low: 0, unknown: 2 },
      byAgeBand: { week: 1, month: 0, quarter: 1, year: 0, older: 1 },
      withFix: 3,
      withOpenPr: 1,
      merged: 2,
      inChannel: 1,
    });
  });
});

describe('CVEs of the tracker', () => {
  it('come with issues, pull requests and the furthest stage, the newest issue first', async () => {
    const { cves, total } = await data('/tracker/cves');

    expect(total).toBe(4);
    expect(
      cves.map(({ id, stage, issues, pullRequests }: Record<string, unknown[]>) => [
        id,
        stage,
        issues?.length,
        pullRequests?.length,
      ]),
    ).toEqual([
      [IDS.published, 'channel', 1, 2],
      [IDS.partial, 'open', 1, 1],
      [IDS.fourDigits, 'staging', 1, 1],
      [UNHEARD, 'master', 1, 1],
    ]);
  });

  it.each([
    ['stage=staging', [IDS.fourDigits]],
    ['stage=none', []],
    ['status=closed', [IDS.partial]],
    ['status=open&stage=channel', [IDS.published]],
    ['limit=1&page=2', [IDS.partial]],
    ['page=99', []],
  ])('are filtered and paged by %s', async (query, ids) => {
    const { cves } = await data(`/tracker/cves?${query}`);

    expect(cves.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
});

describe('channels', () => {
  it('say how old they are and how many fixes they lack, in whatever words they have', async () => {
    const { channels } = await data('/tracker/channels');

    expect(channels).toMatchObject([
      {
        name: 'nixos-25.11',
        status: 'embalmed',
        updatedAt: null,
        ageSeconds: null,
        fixes: { contained: 0, lacking: 2, unknown: 0 },
      },
      { name: 'nixos-26.05', status: 'stable', ageSeconds: 86_400, fixes: { contained: 1, lacking: 1, unknown: 0 } },
      { name: 'nixos-unstable', status: 'rolling', ageSeconds: 3_600, fixes: { contained: 1, lacking: 0, unknown: 1 } },
    ]);
    expect(channels[0].revision).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('exploitability', () => {
  it('puts the known exploited first and what nobody scores last, with the rule', async () => {
    const { cves, rules, total } = await data('/exploitability');

    expect(total).toBe(4);
    expect(cves.map(({ id, risk }: Record<string, string>) => [id, risk])).toEqual([
      [IDS.fourDigits, 'known_exploited'],
      [IDS.published, 'epss_high'],
      [IDS.partial, 'unscored'],
      [UNHEARD, 'unscored'],
    ]);
    expect(cves[0]).toMatchObject({
      kev: { dateAdded: '2026-02-27', dueDate: '2026-03-20', knownRansomwareCampaignUse: 'Unknown' },
      epss: null,
      issues: [12],
      openIssues: 1,
    });
    expect(cves[1].epss).toEqual({ epss: 0.42, percentile: 0.97, date: '2026-01-10', movement30d: null });
    expect(rules[0].rule).toBe('known_exploited');
  });

  it('shows how the score moved in 30 days', async () => {
    const day = (date: string, score: string) =>
      `#model_version:v2025.03.14,score_date:${date}T00:00:00+0000\ncve,epss,percentile\n${IDS.published},${score},0.97\n`;
    const store = projectionStore(given.db);
    await store.put('epss', { '2026-10-14': day('2026-10-14', '0.10') }, new Date('2026-10-14T09:00:00Z'));
    await store.put('epss', { '2026-11-14': day('2026-11-14', '0.35') }, new Date('2026-11-14T09:00:00Z'));
    app.clock.now += 301_000;

    const { cves } = await data('/exploitability?status=open');

    expect(cves[1].epss).toEqual({ epss: 0.35, percentile: 0.97, date: '2026-11-14', movement30d: 0.25 });
  });
});

describe('coverage', () => {
  it('names the tracker and the sources that rate and fix', async () => {
    await checkedAt(given.db, ['nvd'], new Date(app.clock.now));
    const { body } = await app.get('/api/v1/issues?limit=7');

    expect(body['coverage'].map(({ source }: { source: string }) => source)).toEqual([
      'nixpkgs',
      'cve_list_v5',
      'osv',
      'advisory',
      'nvd',
    ]);
    expect(body['coverage'][0].checkedAt).toBe('2026-11-15T07:58:00.000Z');
  });
});
