import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { NOW, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

const AFFECTED = 'CVE-2026-1001';
const REFUTED = 'CVE-2026-1002';
const UNKNOWN = 'CVE-2026-1003';
const NEW = 'CVE-2026-1004';

/** Three open issues about exploited CVEs, of which the channel's version is affected, not affected, and cannot be compared. */
const PACKAGES = [
  { cve: AFFECTED, issue: 11, name: 'anchor', version: '1.0' },
  { cve: REFUTED, issue: 12, name: 'buoy', version: '3.0' },
  { cve: UNKNOWN, issue: 13, name: 'capstan', version: 'unstable-of-late' },
] as const;
const attributeOf = (name: string) => `python312Packages.${name}`;

const kevEntry = (cve: string) => ({
  cveID: cve,
  vendorProject: 'Tidewater',
  product: 'Harbour',
  vulnerabilityName: 'Harbour Path Traversal',
  dateAdded: '2026-10-02',
  dueDate: '2026-10-23',
  requiredAction: 'Apply updates.',
  knownRansomwareCampaignUse: 'Unknown',
});

async function fill(db: Db): Promise<void> {
  const store = projectionStore(db);
  const records = PACKAGES.map(({ cve, name }, i) =>
    osvSays(`PYSEC-2026-${i}`, [{ ecosystem: 'PyPI', name, fixed: '2.0' }], { aliases: [cve] }),
  );
  await store.put('osv', Object.fromEntries(records.map((record) => [(record as { id: string }).id, record])), SEEN);
  await store.put(
    'packages',
    Object.fromEntries(
      PACKAGES.map(({ name, version }) => [
        `nixos-unstable/${attributeOf(name)}`,
        { name: `${name}-${version}`, pname: name, version, meta: {} },
      ]),
    ),
    SEEN,
  );
  await store.put('kev', Object.fromEntries(PACKAGES.map(({ cve }) => [cve, kevEntry(cve)])), SEEN);
  await putTracker(db, {
    issues: PACKAGES.map(({ cve, issue, name }) => ({ number: issue, cves: [cve], packages: [attributeOf(name)] })),
    channels: [{ name: 'nixos-unstable' }],
  });
  for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs', 'kev'] as const) {
    await wasRead(db, source);
  }
}

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({}, fill);
  ({ app } = given);
  await computeAggregates({ db: given.db, now: () => NOW }, AbortSignal.timeout(60_000));
  // The home page does not wait long for the first reading of the tracker.
  await app.get('/api/v1/issues?sort=risk');
});
afterAll(() => given[Symbol.asyncDispose]());

/** The text of a part of a page, without its marks. */
async function textOf(path: string, from = '<main', to = '</main>'): Promise<string> {
  const { text } = await app.get(path);
  const start = text.indexOf(from);
  return text
    .slice(start, text.indexOf(to, start))
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');
}

describe('open issues are counted by the version that the channel carries', () => {
  it('in the lead of the home page, where unknown and refuted are apart', async () => {
    const call = await textOf('/', '<p class="call', '</p>');

    expect(call).toContain('1 exploited vulnerability affects 1 nixpkgs package.');
    expect(call).toContain(`Unknown for 1 CVE whether nixpkgs is affected: ${UNKNOWN} (exploited).`);
    expect(call).toContain('1 open issue can be closed: no channel carries an affected version.');
    expect(call).not.toContain('the collection');
  });

  it('in the lists of the home page', async () => {
    const [affected, unknown, refuted] = await Promise.all(
      ['first', 'unknown', 'refuted'].map((id) => textOf('/', `<h2 id="${id}"`, '</section>')),
    );

    expect(affected).toContain(`${AFFECTED} `);
    expect(affected).not.toMatch(new RegExp(`${REFUTED}|${UNKNOWN}`));
    expect(unknown).toContain(`${UNKNOWN} `);
    expect(unknown).toContain('the version cannot be compared');
    expect(refuted).toContain(
      `Issue 12: ${attributeOf('buoy')} 3.0 in nixos-unstable is not affected by ${REFUTED}. Close it?`,
    );
  });

  it.each([
    ['affected', 11],
    ['unknown', 13],
    ['not_affected', 12],
  ])('as a filter and a member of /issues: %s', async (verdict, number) => {
    const { body } = await app.get(`/api/v1/issues?verdict=${verdict}`);
    const all = await app.get('/api/v1/issues');
    const one = await app.get(`/api/v1/issues/${number}`);

    expect(body['data']).toMatchObject({ total: 1, issues: [{ number, channelVerdict: { verdict } }] });
    expect(all.body['data'].total).toBe(3);
    expect(one.body['data'].channelVerdict).toEqual(body['data'].issues[0].channelVerdict);
  });

  it('with what decides each', async () => {
    const { body } = await app.get('/api/v1/issues?sort=risk');

    const verdicts = body['data'].issues.map(({ channelVerdict }: { channelVerdict: object }) => channelVerdict);
    const place = (name: string, version: string, verdict: string) => ({
      attribute: attributeOf(name),
      channel: 'nixos-unstable',
      version,
      verdict,
    });
    expect(verdicts).toEqual([
      {
        verdict: 'affected',
        unknownReasons: [],
        affectedBy: [AFFECTED],
        undecided: [],
        places: [place('anchor', '1.0', 'affected')],
      },
      {
        verdict: 'unknown',
        unknownReasons: ['version_unreadable'],
        affectedBy: [],
        undecided: [UNKNOWN],
        places: [place('capstan', 'unstable-of-late', 'unknown')],
      },
      {
        verdict: 'not_affected',
        unknownReasons: [],
        affectedBy: [],
        undecided: [],
        places: [place('buoy', '3.0', 'not_affected')],
      },
    ]);
  });

  it('on the page of the issues', async () => {
    const { text } = await app.get('/issues');
    const page = await textOf('/issues');
    const refuted = await textOf('/issues?status=open&verdict=not_affected');

    expect(faultsOfPage(text)).toEqual([]);
    expect(page).toContain('1 affected 1 exploited 1 unknown needs review 1 not affected close them? 3 issues');
    expect(text).toMatch(new RegExp(`${UNKNOWN}<.*title="the version cannot be compared".*>unknown<`));
    expect(refuted).toContain('0 affected 0 unknown 1 not affected close them? 1 issue');
    expect(refuted).toMatch(new RegExp(`${attributeOf('buoy')}.*open.*not affected.*3\\.0`));
  });

  it('on the pages of figures, and in the counts of the API', async () => {
    const pressure = await textOf('/insights/exploit-pressure', '<p class="sentence', '</p>');
    const { body } = await app.get('/api/v1/exploitability?status=open&verdict=affected');
    const stats = await app.get('/api/v1/tracker/stats');

    expect(pressure).toContain('1 CVE with an open issue affects nixpkgs: 1 is known to be exploited');
    expect(pressure).toContain(`Unknown for 1 CVE whether nixpkgs is affected: ${UNKNOWN} (exploited).`);
    expect(pressure).toContain('1 more has an open issue, but no channel is affected.');
    expect(body['data']).toMatchObject({ total: 1, cves: [{ id: AFFECTED, verdict: 'affected' }] });
    expect(stats.body['data'].openByVerdict).toEqual({ affected: 1, unknown: 1, not_affected: 1 });
    expect(stats.body['data'].byState).toEqual({ open: 3, closed: 0 });
  });

  it.each(PACKAGES)('as the page of $cve and that of its package have it', async ({ cve, name, issue }) => {
    const { body } = await app.get(`/api/v1/cve/${cve}`);
    const vulns = await app.get(`/api/v1/vulns/${attributeOf(name)}?cve=${cve}&version=${versionOf(name)}`);
    const listed = await app.get(`/api/v1/issues/${issue}`);

    const { verdict } = listed.body['data'].channelVerdict;
    expect(body['data'].nixpkgs.packages.map((place: { verdict: string }) => place.verdict)).toEqual([verdict]);
    expect(vulns.body['verdict']).toBe(verdict);
    const words = verdict.replace('_', ' ');
    expect(await textOf(`/${cve}`, '<h2 id="collection"', '</section>')).toContain(words);
    expect(await textOf(`/package/${attributeOf(name)}`)).toContain(words);
  });
});

describe('what was not judged', () => {
  it('is unknown until the worker has judged it, and never closed or counted as affected', async () => {
    await using other = await openCveApp({}, fill);
    await computeAggregates({ db: other.db, now: () => NOW }, AbortSignal.timeout(60_000));
    await putTracker(other.db, {
      issues: [
        { number: 14, cves: [NEW], packages: [attributeOf('buoy')] },
        { number: 15, cves: [REFUTED], packages: [attributeOf('anchor')] },
      ],
    });

    const { body } = await other.app.get('/api/v1/issues?verdict=unknown&sort=oldest');

    const issues = body['data'].issues as { number: number; channelVerdict: { unknownReasons: string[] } }[];
    expect(issues.map(({ number, channelVerdict }) => [number, channelVerdict.unknownReasons])).toEqual([
      [13, ['version_unreadable']],
      [14, ['not_judged']],
      [15, ['not_judged']],
    ]);
  });

  it('is unknown again once a source that decides has fallen behind', async () => {
    await using other = await openCveApp({}, fill);
    await computeAggregates({ db: other.db, now: () => NOW }, AbortSignal.timeout(60_000));
    other.app.clock.now += 30 * 86_400_000;

    const { body } = await other.app.get('/api/v1/issues/12');
    const stats = await other.app.get('/api/v1/tracker/stats');

    expect(body['data'].channelVerdict).toMatchObject({ verdict: 'unknown', unknownReasons: ['source_stale'] });
    expect(stats.body['data'].openByVerdict).toEqual({ affected: 1, unknown: 2, not_affected: 0 });
  });
});

describe('the count of sources', () => {
  it('is the same on the home page and on the page of the sources, and says what it counts', async () => {
    const home = await textOf('/', '<h2 id="fresh"', '</section>');
    const status = await textOf('/status', '<p class="sentence', '</p>');

    const [sentence] = /\d+ of \d+ scheduled sources are up to date[^.]*\./.exec(home) ?? [''];
    expect(sentence).toMatch(/; \d more are asked when needed\.$/);
    expect(status).toContain(sentence);
  });
});

function versionOf(wanted: string): string {
  return PACKAGES.find(({ name }) => name === wanted)?.version ?? '';
}
