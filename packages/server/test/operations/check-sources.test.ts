import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import {
  advisory,
  type Clock,
  cveList,
  type Fault,
  famousWorld,
  KEV_FEED_PATH,
  KEV_MIRROR_PATH,
  NVD_PATH,
  nixpkgs,
  nvd,
  osv,
  type RunningTwins,
  runningClock,
  startFamousTwins,
  startTwin,
  stillClock,
  type TwinDefinition,
} from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEMO_CANARIES } from '../../../../scripts/demo/canaries.ts';
import { addressAt, twinAddresses } from '../../../../scripts/demo/twin-addresses.ts';
import { readEnvironment, sourceAddresses } from '../../src/bin/environment.ts';
import { MAX_REQUESTS } from '../../src/ingest/check-sources/check-pace.ts';
import {
  type CheckedAssumption,
  type CheckReport,
  checkSource,
  checkSources,
  openSources,
  type SourceCheck,
} from '../../src/ingest/check-sources/check-sources.ts';
import { writeExchanges } from '../../src/ingest/check-sources/exchanges.ts';
import { addLiveDates } from '../../src/ingest/check-sources/live-dates.ts';
import type { Exchange } from '../../src/sources/assumption.ts';
import type { Canaries } from '../../src/sources/canaries.ts';
import type { SourceAddresses } from '../../src/sources/catalogue.ts';
import { CHECKED_LIVE } from '../../src/sources/checked-live.ts';
import { run } from '../support/processes/command.ts';
import { openReplay, type ReplayedCheck, readRecording, recordings } from '../support/replay.ts';

const clock: Clock = stillClock('2026-09-15T09:30:00Z');
/** Goes on while checks run, as a real clock does. */
let passedMs = 0;
const now = () => new Date(clock.now() + (passedMs += 50));

let twins: RunningTwins;
let addresses: SourceAddresses;
let report: CheckReport;

beforeAll(async () => {
  twins = await startFamousTwins(clock);
  addresses = addressesOf(twins);
  report = await check(addresses);
});
afterAll(() => twins[Symbol.asyncDispose]());

function addressesOf(running: RunningTwins): SourceAddresses {
  const all = sourceAddresses(readEnvironment(twinAddresses(running)));
  const { url } = running.kev;
  const kev = { url: url + KEV_FEED_PATH, mirrorUrl: url + KEV_MIRROR_PATH };
  // By its variables it shares the twin of packages.
  return { ...all, kev, channels: addressAt('channels', running.channels.url) };
}

/** Checks at once: pacing is for those who are asked. */
function check(of: Partial<SourceAddresses>, canaries: Canaries = DEMO_CANARIES): Promise<CheckReport> {
  const signal = AbortSignal.timeout(60_000);
  return checkSources(
    { userAgent: 'Almanac/test (+https://almanac.example)', canaries, now, signal, sleep: async () => {} },
    of,
  );
}

/** Checks one source, with the budgets of its twin as after a pause. */
function checkOne(id: SourceId, address: object = {}, canaries?: Canaries): Promise<CheckReport> {
  clock.advance(60_000);
  return check({ [id]: { ...addresses[id], ...address } }, canaries);
}

const resultsOf = ({ checks }: Pick<CheckReport, 'checks'>) => checks.flatMap(({ results }) => results);
const named = ({ source, assumption }: CheckedAssumption) => `${source}/${assumption}`;
const differing = (checked: CheckReport) => resultsOf(checked).filter(({ outcome }) => outcome === 'differs');

/** Left for redirects that are new and for tokens that are refused. */
const SPARE_REQUESTS = 5;

describe('every source over its twin', () => {
  it('has all its assumptions confirmed, by no more requests than a run may send', () => {
    const other = resultsOf(report).filter(({ outcome }) => outcome !== 'ok');

    expect(other.map((result) => [named(result), result.outcome, result.seen])).toEqual([]);
    expect(report.checks.map(({ source }) => source)).toEqual(SOURCE_IDS);
    console.log(`check-sources sends ${report.requests} requests of ${MAX_REQUESTS}`);
    expect(report.requests).toBeLessThanOrEqual(MAX_REQUESTS - SPARE_REQUESTS);
    const exchanges = report.checks.flatMap((checked) => checked.exchanges);
    expect(exchanges).toHaveLength(report.requests);
  });

  it('is asked no more than that, whatever is to be checked', async () => {
    const { requests } = await check(addresses);

    expect(requests).toBe(report.requests);
  });
});

interface Break {
  readonly breaks: `${SourceId}/${string}`;
  readonly by: string;
  readonly fault?: () => Fault | readonly Fault[];
  /** Members of the address that are other than usual. */
  readonly address?: () => object;
  /** A quirk of the twin in place of a fault. */
  readonly twin?: () => TwinDefinition;
}

const RAW = '/CVEProject/cvelistV5/main';
const LOG = `${RAW}/cves/deltaLog.json`;
const ARCHIVES = '/github-production-release-asset/*';
const skewed = (): Fault => ({ kind: 'clock_skew', ms: 3_600_000 });
const elsewhere = () => ({ releasesUrl: 'http://127.0.0.1:9' });

/** Each breaks one assumption and nothing else. `limits` and the well-known records have tables of their own below. */
const BREAKS: readonly Break[] = [
  {
    breaks: 'cve_list_v5/record',
    by: 'records that are elsewhere',
    fault: () => ({ kind: 'status', status: 404, path: `${RAW}/cves/2*` }),
  },
  {
    breaks: 'cve_list_v5/log',
    by: 'a log that is no list',
    fault: () => ({ kind: 'garbage', path: LOG }),
  },
  {
    breaks: 'cve_list_v5/log',
    by: 'a log of ten days',
    twin: () => cveList(famousWorld, { logDays: 10 }),
  },
  {
    breaks: 'cve_list_v5/unchanged',
    by: 'a log that is sent again',
    fault: () => ({ kind: 'status', status: 200, path: LOG, after: 1 }),
  },
  {
    breaks: 'cve_list_v5/releases',
    by: 'a page in place of the releases',
    fault: () => ({ kind: 'html', path: '/repos/*' }),
  },
  {
    breaks: 'cve_list_v5/archive',
    by: 'an archive that is none',
    fault: () => ({ kind: 'garbage', path: ARCHIVES }),
  },
  {
    breaks: 'cve_list_v5/redirect',
    by: 'another host of archives',
    fault: () => ({
      kind: 'redirect',
      to: `${twins.kev.url}${KEV_FEED_PATH}`,
      path: '/CVEProject/cvelistV5/releases/*',
    }),
  },
  {
    breaks: 'cve_list_v5/budget',
    by: 'a token that a policy refuses',
    fault: () => ({ kind: 'token_refused', status: 403, path: '/repos/*' }),
  },
  {
    breaks: 'cve_services/record',
    by: 'records for accounts alone',
    fault: () => ({ kind: 'status', status: 401, path: '/api/cve/CVE-2021-*' }),
  },
  {
    breaks: 'cve_services/unknown',
    by: 'a 404 of another form',
    fault: () => ({ kind: 'status', status: 404, path: '/api/cve-id/*' }),
  },
  {
    breaks: 'osv/list',
    by: 'a page in place of the list',
    fault: () => ({ kind: 'html', path: '*/modified_id.csv' }),
  },
  { breaks: 'osv/part', by: 'a bucket that gives no parts', twin: () => osv(famousWorld, { ranges: 'ignored' }) },
  {
    breaks: 'osv/age',
    by: 'a cache that keeps objects for a day',
    twin: () => osv(famousWorld, { cacheSeconds: 86_400 }),
  },
  {
    breaks: 'osv/record',
    by: 'an API that has moved',
    fault: () => ({ kind: 'status', status: 404, path: '/v1/vulns/GHSA-j*' }),
  },
  { breaks: 'osv/clock', by: 'a clock that is an hour ahead', fault: skewed },
  {
    breaks: 'advisory/record',
    by: 'an API that has moved',
    fault: () => ({ kind: 'status', status: 404, path: '/advisories/*' }),
  },
  {
    breaks: 'advisory/page',
    by: 'pages of 50 at most',
    fault: () => ({ kind: 'page_size', param: 'per_page', max: 50 }),
  },
  {
    breaks: 'advisory/page',
    by: 'pages with the newest first',
    twin: () => advisory(famousWorld, { listing: 'descending' }),
  },
  {
    breaks: 'advisory/page',
    by: 'pages without a Link to the next',
    twin: () => advisory(famousWorld, { listing: 'unlinked' }),
  },
  {
    breaks: 'advisory/page',
    by: 'pages that begin with the oldest of all',
    twin: () => advisory(famousWorld, { listing: 'undated' }),
  },
  {
    breaks: 'advisory/budget',
    by: 'a token that has expired',
    fault: () => ({ kind: 'token_refused', status: 401 }),
  },
  {
    breaks: 'nvd/record',
    by: 'an answer that is no JSON',
    fault: () => ({ kind: 'garbage', path: NVD_PATH, times: 1 }),
  },
  {
    breaks: 'nvd/page',
    by: 'pages of 1,000 at most',
    fault: () => ({ kind: 'page_size', param: 'resultsPerPage', max: 1000 }),
  },
  { breaks: 'nvd/key', by: 'a key that is refused', twin: () => nvd(famousWorld, { keys: [] }) },
  { breaks: 'nvd/feed', by: 'the hash of another feed', fault: () => ({ kind: 'other_hash' }) },
  { breaks: 'nvd/clock', by: 'a clock that is an hour ahead', fault: skewed },
  {
    breaks: 'epss/file',
    by: 'a file that is not packed as it was',
    fault: () => ({ kind: 'garbage', path: '/epss_scores-*' }),
  },
  {
    breaks: 'epss/api',
    by: 'an API that has moved',
    fault: () => ({ kind: 'status', status: 404, path: '/data/*' }),
  },
  {
    breaks: 'kev/feed',
    by: 'an address that is refused',
    fault: () => ({ kind: 'blocked', path: KEV_FEED_PATH }),
  },
  {
    breaks: 'kev/mirror',
    by: 'a copy that has gone',
    fault: () => ({ kind: 'status', status: 404, path: KEV_MIRROR_PATH }),
  },
  {
    breaks: 'nixpkgs/record',
    by: 'an API that has moved',
    fault: () => ({ kind: 'status', status: 404, path: '*/issues/*' }),
  },
  {
    breaks: 'nixpkgs/page',
    by: 'pages of 50 at most',
    fault: () => ({ kind: 'page_size', param: 'per_page', max: 50 }),
  },
  {
    breaks: 'nixpkgs/page',
    by: 'pages with the newest first',
    twin: () => nixpkgs(famousWorld, { listing: 'descending' }),
  },
  {
    breaks: 'nixpkgs/page',
    by: 'pages that begin with the oldest of all',
    twin: () => nixpkgs(famousWorld, { listing: 'undated' }),
  },
  {
    breaks: 'nixpkgs/budget',
    by: 'a token that a policy refuses',
    fault: () => ({ kind: 'token_refused', status: 403 }),
  },
  { breaks: 'channels/status', by: 'a page in place of the rows', fault: () => ({ kind: 'html', path: '/api/*' }) },
  {
    breaks: 'channels/revision',
    by: 'a page in place of a revision',
    fault: () => ({ kind: 'html', path: '/nixos/*' }),
  },
  { breaks: 'channels/redirect', by: 'another site of releases', address: elsewhere },
  { breaks: 'packages/list', by: 'a list that is none', fault: () => ({ kind: 'garbage', path: '/nixos/*' }) },
  { breaks: 'packages/redirect', by: 'another site of releases', address: elsewhere },
  { breaks: 'dependencies/file', by: 'a file that is no evaluation', fault: () => ({ kind: 'garbage' }) },
  {
    breaks: 'repology/project',
    by: 'a client that is blocked',
    fault: () => ({ kind: 'blocked', path: '/api/*' }),
  },
  {
    breaks: 'repology/attribute',
    by: 'a tool that has moved',
    fault: () => ({ kind: 'status', status: 404, path: '/tools/*' }),
  },
  { breaks: 'metasploit/file', by: 'a list that is none', fault: () => ({ kind: 'garbage' }) },
  { breaks: 'nuclei/file', by: 'a list that is none', fault: () => ({ kind: 'garbage' }) },
  { breaks: 'exploitdb/file', by: 'a table that is none', fault: () => ({ kind: 'garbage' }) },
  { breaks: 'nvd_overrides/file', by: 'an archive that is none', fault: () => ({ kind: 'garbage' }) },
];

describe('a twin that breaks one assumption', () => {
  it.each(BREAKS)('$breaks, by $by, is named in one line', async ({ breaks, fault, address, twin }) => {
    const id = breaks.split('/')[0] as SourceId;
    if (fault !== undefined) twins[id].faults.set(fault());
    onTestFinished(() => twins[id].faults.clear());
    const own = twin === undefined ? null : await startTwin(twin(), { clock });
    onTestFinished(() => own?.[Symbol.asyncDispose]());

    const checked = await checkOne(id, { ...(own === null ? {} : addressAt(id, own.url)), ...address?.() });

    expect(differing(checked).map((result) => [named(result), result.seen])).toEqual([
      [breaks, expect.stringMatching(/./)],
    ]);
    expect(checked.requests).toBeLessThanOrEqual(2 * 6);
  });

  const WATCHED = SOURCE_IDS.filter((id) => DEMO_CANARIES[id] !== undefined && id !== 'channels');

  it.each(WATCHED)('%s, whose well-known record says something else, is named in one line', async (id) => {
    const others = { [id]: DEMO_CANARIES[id]?.map(({ key }) => ({ key, says: [{ path: 'none', is: 'of them' }] })) };

    const [different, ...more] = differing(await checkOne(id, {}, others));

    expect(more).toEqual([]);
    expect(['canary', 'record']).toContain(different?.assumption);
    expect(different?.seen).toMatch(/has changed: none is absent/);
  });

  it.each(SOURCE_IDS)('%s, whose answers come late, is named in one line', async (id) => {
    const late = (exchange: Exchange) => ({ ...exchange, waitedMs: 0.9 * exchange.limits.headersMs });

    const { checkedAt, exchanges } = checkOf(id);
    const { results } = await replay(id, { checkedAt, exchanges: exchanges.map(late) });

    const told = results.filter(({ outcome }) => outcome === 'differs').map(named);

    expect(told).toEqual([`${id}/limits`]);
  });

  it('is named for every assumption', () => {
    const broken = new Set<string>([
      ...BREAKS.map(({ breaks }) => breaks),
      ...SOURCE_IDS.map((id) => `${id}/limits`),
      ...WATCHED.flatMap((id) => [`${id}/canary`, `${id}/record`]),
    ]);

    expect(
      resultsOf(report)
        .map(named)
        .filter((name) => !broken.has(name)),
    ).toEqual([]);
  });

  it.each<[string, Fault]>([
    ['fails', { kind: 'status', status: 503 }],
    ['asks to be left alone', { kind: 'status', status: 429, retryAfter: 60 }],
    ['breaks off', { kind: 'reset' }],
  ])('is not accused of anything while it %s', async (_, fault) => {
    twins.nvd.faults.set(fault);
    onTestFinished(() => twins.nvd.faults.clear());

    const checked = await checkOne('nvd');

    const outcomes = resultsOf(checked).map(({ assumption, outcome }) => [assumption, outcome]);
    expect(outcomes.filter(([, outcome]) => outcome === 'differs')).toEqual([]);
    expect(outcomes).toContainEqual(['record', 'cannot_tell']);
  });
});

function checkOf(id: SourceId): SourceCheck {
  const checked = report.checks.find(({ source }) => source === id);
  if (checked === undefined) throw new Error(`${id} was not checked`);
  return checked;
}

/** Runs the checks of a source, and so its reader, over recorded exchanges at the moment of that check. */
async function replay(
  id: SourceId,
  { checkedAt, exchanges }: ReplayedCheck,
  { at = addresses, canaries = DEMO_CANARIES }: { at?: Partial<SourceAddresses>; canaries?: Canaries } = {},
): Promise<SourceCheck> {
  const { http, exchanges: replayed } = openReplay(exchanges);
  const [opened] = openSources({ [id]: at[id] });
  if (opened === undefined) throw new Error(`${id} has no address`);
  const deps = { http, exchanges: replayed, canaries, now: () => checkedAt, signal: AbortSignal.timeout(10_000) };
  return checkSource(deps, opened.source, opened.assumptions);
}

describe('recorded exchanges', () => {
  /** A list of which only the beginning was recorded is not given to a reader, which would take it for one that is cut. */
  const CUT: readonly SourceId[] = ['advisory', 'metasploit'];

  it.each(SOURCE_IDS)('of %s go through its reader with the same result', async (id) => {
    const folder = await makeFolder();
    await writeExchanges(folder, report.checks);

    const { results } = await replay(id, await readRecording(folder, id));

    const live = resultsOf(report).filter(({ source }) => source === id);
    const other = results.filter(
      ({ outcome, seen }, index) => outcome !== live[index]?.outcome || seen !== live[index]?.seen,
    );
    expect(results.map(named)).toEqual(live.map(named));
    expect(other.map(({ outcome }) => outcome)).toEqual(other.map(() => 'cannot_tell'));
    expect(other.some(({ seen }) => seen.startsWith('only the first 65536 bytes'))).toBe(CUT.includes(id));
    if (!CUT.includes(id)) expect(other).toEqual([]);
  });

  it('have no credentials in them', async () => {
    const folder = await makeFolder();

    await writeExchanges(folder, report.checks);

    expect((await readdir(folder)).sort()).toEqual(SOURCE_IDS.map((id) => `${id}.json`).sort());
    for (const file of await readdir(folder)) {
      expect(await readFile(path.join(folder, file), 'utf8')).not.toMatch(/bearer|demo/i);
    }
  });
});

describe.skipIf(recordings === undefined)("an operator's recordings", () => {
  const folder = recordings ?? '';
  const recorded = SOURCE_IDS.filter((id) => existsSync(path.join(folder, `${id}.json`)));

  it('are in the folder', () => {
    expect(recorded).not.toEqual([]);
  });

  it.each(recorded)('of %s go through its reader as of their time', async (id) => {
    const recording = await readRecording(folder, id);
    const first = recording.exchanges[0]?.url;
    const environment = readEnvironment({
      CONTACT_URL: 'https://almanac.example/repository',
      ...(id === 'dependencies' && { DEPENDENCIES_URL: first }),
      ...(id === 'nvd' && recording.exchanges.some(({ withToken }) => withToken) && { NVD_API_KEY: 'any' }),
    });

    const replayed = await replay(id, recording, {
      at: sourceAddresses(environment),
      canaries: environment.CANARIES,
    });

    console.log(replayed.results.map((result) => `${named(result)}: ${result.outcome}, ${result.seen}`).join('\n'));
    expect(differing({ checks: [replayed], requests: 0 })).toEqual([]);
    expect(resultsOf({ checks: [replayed] }).some(({ outcome }) => outcome === 'ok')).toBe(true);
  });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'exchanges-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the dates of checks', () => {
  const at = new Date('2026-11-20T08:00:00Z');

  it('are added for sources that were asked where their upstreams live', () => {
    const live = addLiveDates({ kev: '2026-10-01T08:00:00.000Z' }, report, { addresses, usual: addresses, at });

    expect(live).toEqual(Object.fromEntries(SOURCE_IDS.map((id) => [id, '2026-11-20T08:00:00.000Z'])));
  });

  it('stay as they were for sources that were asked elsewhere, or left something open', async () => {
    const usual = { ...addresses, nuclei: { url: 'https://nuclei.test/cves.json' } };
    twins.kev.faults.set({ kind: 'status', status: 503, path: KEV_MIRROR_PATH });
    onTestFinished(() => twins.kev.faults.clear());
    const { checks } = await check({ kev: addresses.kev, nuclei: addresses.nuclei });

    const live = addLiveDates({ kev: '2026-10-01T08:00:00.000Z' }, { checks }, { addresses, usual, at });

    expect(live).toEqual({ kev: '2026-10-01T08:00:00.000Z' });
  });
});

describe('the command', () => {
  it('prints a line for each assumption, and its exit code says whether something differs', async () => {
    await using running = await startFamousTwins(runningClock());
    const settings = { ...twinAddresses(running), CANARIES: JSON.stringify(DEMO_CANARIES), CONTACT_URL: undefined };

    const good = await run(settings, ['check-sources', 'kev', 'repology']);
    running.kev.faults.set({ kind: 'html', path: KEV_FEED_PATH });
    const bad = await run(settings, ['check-sources', 'kev', '--json']);

    expect(good).toMatchObject({ code: 0, complaint: '' });
    expect(good.out.split('\n')).toEqual([
      expect.stringMatching(
        /^ok {11}kev\/feed: The catalogue is one JSON document .* Seen: \d+ records, 0 unreadable$/,
      ),
      expect.stringMatching(/^ok {11}kev\/canary: .* Seen: CVE-2021-44228 as expected$/),
      expect.stringMatching(/^ok {11}kev\/limits: .* Seen: largest .* of 64 MB, slowest .* of 30 s$/),
      expect.stringMatching(/^cannot tell {2}repology: CONTACT_URL is not set/),
      '3 ok, 0 differ, 0 cannot tell; 1 requests',
      '',
    ]);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({
      requests: 1,
      results: expect.arrayContaining([
        expect.objectContaining({
          source: 'kev',
          assumption: 'feed',
          outcome: 'differs',
          seen: expect.stringContaining('expected an object'),
        }),
      ]),
    });
  });

  it('records what it saw, and does not call a twin live', async () => {
    await using running = await startFamousTwins(runningClock());
    const folder = await makeFolder();
    const settings = { ...twinAddresses(running), CANARIES: JSON.stringify(DEMO_CANARIES) };

    const { code } = await run(settings, ['check-sources', 'nuclei', '--record', folder]);

    expect(code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['checked-live.json', 'nuclei.json']);
    expect(JSON.parse(await readFile(path.join(folder, 'checked-live.json'), 'utf8'))).toEqual(CHECKED_LIVE);
  });

  it('refuses a source that it does not know, with the usage', async () => {
    expect(await run({}, ['check-sources', 'moon'])).toMatchObject({
      code: 2,
      complaint: expect.stringContaining("'moon' is no source"),
    });
  });
});
