import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFeeds } from '../../server/src/ingest/feeds.ts';
import { runSource } from '../../server/src/ingest/run-source.ts';
import { openHttpClient } from '../../server/src/platform/http-client.ts';
import { type CveApp, openCveApp } from '../../server/test/support/cve-app.ts';
import { openTestDatabases } from '../../server/test/support/database.ts';
import { silentLog } from '../../server/test/support/kills/worker-kill.ts';
import { byId, osvSays, wasRead } from '../../server/test/support/worlds/package-world.ts';
import { projectionStore } from '../../server/test/support/worlds/projection-store.ts';
import { KEV_FEED_PATH, kev, startTwin, type Twin, worldOf } from '../../twins/src/index.ts';
import { almanac } from './support/command-line.ts';
import { SOURCES } from './support/world.ts';

/** Read by the worker's own code from a server that is there, and then is not. */
const EXPLOITED = 'CVE-2025-10000';
const NOT_EXPLOITED = 'CVE-2025-20000';

let twin: Twin;
let world: CveApp;
let folder: string;
beforeAll(async () => {
  twin = await startTwin(kev(worldOf([EXPLOITED, 'CVE-2025-10001', 'CVE-2025-10002'].map(exploited))));
  const read = new Date(twin.clock.now());
  const before = new Date(read.getTime() - 3_600_000);
  world = await openCveApp({ now: () => twin.clock.now() }, async (db) => {
    const found = [
      osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'hit', fixed: '2.0.0' }], { aliases: [EXPLOITED] }),
      osvSays('GHSA-bbbb-bbbb-bbbb', [{ ecosystem: 'npm', name: 'calm', fixed: '2.0.0' }], {
        aliases: [NOT_EXPLOITED],
      }),
    ];
    await projectionStore(db).put('osv', byId(...found), before);
    for (const source of SOURCES) if (source !== 'kev') await wasRead(db, source, { at: read });
  });
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-down-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function exploited(id: string) {
  const set = {
    listed: true,
    vendorProject: 'Tidewater',
    product: 'Harbour',
    name: 'Harbour Command Injection',
    description: 'Allows commands.',
    action: 'Apply updates.',
    dueIn: 21,
    ransomware: false,
    notes: '',
    cwes: [],
  };
  return { id, shows: [], assigner: 'tidewater', kev: [{ at: { daysAgo: 30 }, set }] } as const;
}

/** One run of the worker over the catalogue. */
async function readKev(): Promise<void> {
  const { primary, pool, close } = openTestDatabases(world.database.url, { role: 'almanac_worker' });
  const http = openHttpClient({
    allow: [twin.url],
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 500,
    sleep: async () => {},
  });
  const feed = openFeeds({ kev: { url: twin.url + KEV_FEED_PATH, mirrorUrl: undefined } }).get('kev');
  if (feed === undefined) throw new Error('kev is not enabled');
  const now = () => new Date(twin.clock.now());
  await runSource({ db: primary, pool, http, now, log: silentLog }, feed, AbortSignal.timeout(20_000), {
    acceptRemovals: false,
  }).catch(() => null);
  await http.close();
  await close();
  // What was answered before is no longer kept.
  twin.clock.advance(600_000);
}

/** Scans a lockfile with this one package; ends as the program does. */
async function scanned(name: string) {
  const lockfile = { lockfileVersion: 3, packages: { '': {}, [`node_modules/${name}`]: { version: '1.0.0' } } };
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  return almanac(['scan', '--fail-on', 'kev'], { environment: { ALMANAC_API: `${world.app.url}/api/v1` }, folder });
}

it('a source that is down makes unknown what it would have decided, and nothing else', async () => {
  await readKev();
  const [calm, hit] = [await scanned('calm'), await scanned('hit')];
  await twin[Symbol.asyncDispose]();
  await readKev();
  const [calmAfter, hitAfter] = [await scanned('calm'), await scanned('hit')];
  const status = await almanac(['status'], { environment: { ALMANAC_API: `${world.app.url}/api/v1` } });

  expect([calm.code, hit.code]).toEqual([0, 1]);
  expect(calmAfter).toMatchObject({ code: 3, out: expect.stringMatching(/of the findings/) });
  // What it said when it was last read still holds.
  expect(hitAfter.code).toBe(1);
  expect(status.code).toBe(3);
  expect(status.out).toMatch(/^kev +unreachable/m);
  expect(status.out).toMatch(/Out of date: .*kev/);
});
