import type { LifecycleEvent } from '@almanac/core/dossier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const BODY = 'The words of somebody who did not give them to us.';
const EARLY = new Date('2026-01-20T00:00:00.000Z');
const LATER = new Date('2026-02-20T00:00:00.000Z');

/** An issue that was open in January and is fixed in February, one that only mentions the CVE, and one of a CVE nobody knows. */
async function fill(db: Db): Promise<void> {
  await fillCveWorld(db);
  const { put } = projectionStore(db);
  const open = issue(11, `harbour: ${IDS.published}`, { labels: ['1.severity: security'] });
  await put('nixpkgs', { 'issue/11': open }, EARLY);
  await put(
    'nixpkgs',
    {
      'issue/11': {
        ...open,
        state: 'closed',
        closed_at: '2026-02-01T00:00:00Z',
        labels: [...open.labels, { name: '1.severity: high', color: 'ff0000' }],
      },
      'issue/12': issue(12, `lighthouse: ${IDS.fourDigits}`, { body: `${BODY} See ${IDS.published}.` }),
      'issue/13': issue(13, `buoy: ${IDS.unknown}`, {}),
      'issue/14': issue(14, `pier: ${IDS.published}`, { labels: ['bug'] }),
      'pull/21': pull(21, 'harbour: 1.4.1 -> 1.4.2', 'Fixes #11', '2026-01-30T00:00:00Z'),
      'link/11/21': { event: 'cross-referenced', created_at: '2026-01-25T00:00:00Z' },
      'reach/21/nixos-unstable': {
        status: 'ahead',
        permalink_url: `https://github.com/NixOS/nixpkgs/compare/NixOS:${'a'.repeat(40)}...NixOS:${'b'.repeat(40)}`,
      },
    },
    LATER,
  );
  await db
    .insertInto('collection_package')
    .values([carried(1, 'nixos-26.05', '1.4.1'), carried(2, 'nixos-unstable', '1.4.3')])
    .execute();
  await db
    .updateTable('pull_reach')
    .set({ reached_at: new Date('2026-02-03T00:00:00Z') })
    .execute();
}

function carried(record_id: number, channel: string, version: string) {
  const nothing = { cpes: [], purls: [], makers: [], known_vulnerabilities: [], patched: [], maintainers: [] };
  return {
    ...nothing,
    record_id: 1_000_000 + record_id,
    known_from: EARLY,
    known_to: null,
    collection: 'nixpkgs',
    channel,
    attribute: 'python313Packages.harbour',
    pname: 'harbour',
    version,
    lookup: ['python313packages.harbour', 'harbour'],
    ecosystem: 'PyPI',
    ecosystem_name: 'harbour',
    insecure: false,
    description: null,
    homepage: null,
    position: null,
  };
}

function issue(number: number, title: string, given: { labels?: readonly string[]; body?: string }) {
  const { labels = ['1.severity: security'], body = BODY } = given;
  return {
    number,
    title,
    body,
    html_url: `https://github.com/NixOS/nixpkgs/issues/${number}`,
    state: 'open',
    created_at: '2026-01-15T00:00:00Z',
    updated_at: '2026-01-16T00:00:00Z',
    labels: labels.map((name) => ({ name, color: 'cc0000' })),
    assignees: [{ login: 'maintainer' }],
  };
}

function pull(number: number, title: string, body: string, mergedAt: string) {
  return {
    number,
    title,
    body,
    html_url: `https://github.com/NixOS/nixpkgs/pull/${number}`,
    url: `https://api.github.com/repos/NixOS/nixpkgs/pulls/${number}`,
    state: 'closed',
    created_at: '2026-01-25T00:00:00Z',
    updated_at: mergedAt,
    merged_at: mergedAt,
    merge_commit_sha: 'a'.repeat(40),
    base: { ref: 'master', sha: 'c'.repeat(40) },
  };
}

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({}, fill);
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the tracker in the lookup', () => {
  it('names the issues, those about the CVE before those that mention it', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    const { issues } = body['data'].nixpkgs;
    expect(issues.map(({ number }: { number: number }) => number)).toEqual([11, 12]);
    expect(issues[0]).toMatchObject({
      title: `harbour: ${IDS.published}`,
      state: 'closed',
      severity: 'high',
      severitySource: 'labels',
      packages: ['harbour'],
      hasFixAvailable: true,
      fix: { pullRequest: { number: 21, relation: 'closes' }, version: { version: '1.4.3' } },
    });
    expect(issues[1]).toMatchObject({ relatedCves: [IDS.published], severity: 'medium' });
  });

  it('hashes its records and does not pass them on', async () => {
    const { body, text } = await app.get(`/api/v1/cve/${IDS.published}`);

    const { records, withheld } = body['data'].sources.nixpkgs;
    expect(withheld).toBe('no_licence');
    expect(records.map(({ record }: { record: string }) => record)).toEqual(['issue/11', 'issue/12', 'pull/21']);
    const sha256: string = records[0].sha256;
    expect(body['integrity'].sources.nixpkgs).toBe(sha256);
    expect(body['integrity'].indexed.nixpkgs).toEqual({ sha256, observedAt: LATER.toISOString() });
    expect(body['integrity'].records['nixpkgs:pull/21']).toBe(records[2].sha256);
    expect(text).not.toContain(BODY);
    const evidence = await app.get(`/api/v1/evidence/${sha256}`);
    expect([evidence.status, evidence.body['code']]).toEqual([404, 'EVIDENCE_UNKNOWN']);
    expect(body['coverage'].some(({ source }: { source: string }) => source === 'nixpkgs')).toBe(true);
  });

  it('keeps the hashes of a kept answer', async () => {
    const address = `/api/v1/cve/${IDS.published}`;
    const [first, kept] = [await app.get(address), await app.get(address)];

    expect(kept.headers.get('x-cache')).toBe('HIT');
    expect(kept.body['integrity']).toEqual(first.body['integrity']);
  });

  it('says what it comes to for packages of the collection, in each channel', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    expect(body['data'].nixpkgs.packages).toMatchObject([
      { attribute: 'python313Packages.harbour', channel: 'nixos-26.05', version: '1.4.1', verdict: 'affected' },
      { attribute: 'python313Packages.harbour', channel: 'nixos-unstable', version: '1.4.3' },
    ]);
    expect(body['data'].nixpkgs.packages[1].verdict).not.toBe('affected');
    expect(body['coverage'].some(({ source }: { source: string }) => source === 'packages')).toBe(true);
  });

  it('has the packages that records name where no issue names the CVE', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.partial}`);

    expect(body['data'].nixpkgs).toMatchObject({
      issues: [],
      packages: [{ verdict: 'affected' }, { verdict: 'affected' }],
    });
    expect(body['data'].sources.nixpkgs).toBeUndefined();
    expect(body['integrity'].sources.nixpkgs).toBeUndefined();
  });

  it('makes no id known', async () => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS.unknown}`);

    expect([status, body['code']]).toEqual([404, 'CVE_UNKNOWN']);
  });

  it('stands in the dossier with its provenance', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/dossier`);

    expect(body['sources'].nixpkgs.records).toHaveLength(3);
    expect(body['lookup'].data.nixpkgs.issues).toHaveLength(2);
    expect(body['provenance']).toContainEqual(
      expect.objectContaining({
        source: 'nixpkgs',
        record: 'issue/11',
        url: 'https://github.com/NixOS/nixpkgs/issues/11',
      }),
    );
  });
});

describe('the tracker in the past', () => {
  const at = (date: string) => app.get(`/api/v1/cve/${IDS.published}/at/${date}`);

  it('is as it was: the issue open, without a label or a fix of its own', async () => {
    const { status, body } = await at('2026-01-25');

    expect(status).toBe(200);
    expect(body['data'].nixpkgs.issues).toMatchObject([
      { number: 11, state: 'open', severity: 'high', severitySource: 'cves', fix: { version: { version: '1.4.3' } } },
    ]);
    expect(body['data'].nixpkgs.issues[0].fix.pullRequest).toBeUndefined();
    expect(body['integrity'].sources.nixpkgs).toBe(body['data'].sources.nixpkgs.records[0].sha256);
  });

  it('is later as it is now', async () => {
    const [then, now] = [await at('2026-02-21'), await app.get(`/api/v1/cve/${IDS.published}`)];

    expect(then.body['data'].nixpkgs).toEqual(now.body['data'].nixpkgs);
  });

  it('had nothing before it was read', async () => {
    const { body } = await at('2026-01-19');

    expect(body['data'].nixpkgs).toBeUndefined();
  });

  it('is in the dossier of then, too', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/dossier?at=2026-01-25`);

    expect(body['lookup'].data.nixpkgs.issues).toMatchObject([{ number: 11, state: 'open' }]);
  });
});

describe('the life of a CVE', () => {
  it('has the steps of the tracker with their evidence, and the spans between', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/lifecycle`);

    const steps = body['data'].events.filter(({ source }: { source: string }) => source === 'nixpkgs');
    expect(steps.map(({ at, type, evidence }: LifecycleEvent) => [at, type, evidence.record, evidence.field])).toEqual([
      ['2026-01-15T00:00:00.000Z', 'issue_opened', 'issue/11', 'created_at'],
      ['2026-01-25T00:00:00.000Z', 'pr_opened', 'pull/21', 'created_at'],
      ['2026-01-30T00:00:00.000Z', 'pr_merged', 'pull/21', 'merged_at'],
      ['2026-02-03T00:00:00.000Z', 'channel_reached', 'reach/21/nixos-unstable', 'status'],
    ]);
    expect(body['data'].intervals).toEqual(
      expect.arrayContaining([
        { from: 'published', to: 'issue_opened', days: 6 },
        { from: 'issue_opened', to: 'pr_merged', days: 15 },
        { from: 'pr_merged', to: 'channel_reached', days: 4 },
        { from: 'published', to: 'channel_reached', days: 25 },
      ]),
    );
  });
});
