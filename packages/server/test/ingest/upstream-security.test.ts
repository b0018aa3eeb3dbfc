import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { stillClock, type ZipEntry, zip } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeError } from '../../src/ingest/describe-error.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { type SourceAddresses } from '../../src/sources/catalogue.ts';
import { EVENING, LATER_CHANNELS, READ_AFTER, stepsOfMatrix } from '../support/faults/matrix.ts';
import { RECORD_OF } from '../support/faults/records.ts';
import type { FedTwin, ListedSource } from '../support/faults/sources.ts';
import { type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { storyOf } from '../support/faults/story.ts';
import { openUpstream } from '../support/faults/upstream.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

const NOW = EVENING + READ_AFTER;

let store: FaultStore;
const open = new AsyncDisposableStack();
beforeAll(async () => {
  store = open.use(await openFaultStore());
});
afterEach(() => store.reset());
afterAll(() => open.disposeAsync());

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.defer(() => {
    server.close().closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('an upstream that points elsewhere', () => {
  it.each(Object.keys(LATER_CHANNELS) as ListedSource[])(
    'is not followed, and no credential leaves: %s',
    async (id) => {
      const trap = await serve((_request, response) => response.end('{}'));
      const port = new URL(trap.url).port;
      const story = storyOf(
        id,
        stepsOfMatrix(id, 0, () => true),
        NOW,
      );
      await using upstream = await openUpstream(store, id, story.feed, { clock: stillClock(NOW) });
      const targets = [
        `${trap.url}/x`,
        `http://localhost:${port}/x`,
        `http://[::ffff:127.0.0.1]:${port}/x`,
        `http://2130706433:${port}/x`,
        `//127.0.0.1:${port}/x`,
        'http://169.254.169.254/latest/meta-data/',
        'http://metadata.google.internal/',
        'file:///etc/passwd',
        `http://${upstream.twin.url.slice('http://'.length)}@127.0.0.1:${port}/`,
      ];

      const reasons: string[] = [];
      for (const to of targets) {
        upstream.twin.faults.set({ kind: 'redirect', to });
        const ended = await upstream.run('bulk');
        reasons.push('reason' in ended ? ended.reason : ended.state);
      }

      expect(reasons.filter((reason) => !reason.includes('redirects to'))).toEqual([]);
      expect(trap.asked).toHaveLength(0);
    },
  );
});

describe('a key that is none', () => {
  const KEYS = [
    'CVE-2024-1/../../x',
    'CVE-2024-1234/../../../admin',
    'CVE-2024-1234%2f..%2f..%2fadmin',
    'CVE-2024-1234?x=1',
    'CVE-2024-1234#x',
    'CVE-2024-1234@169.254.169.254',
    'CVE-2024-1234\r\nHost: elsewhere',
    'CVE-2024-1234\0',
    'GHSA-..%2f..%2f',
    'GHSA-2222-3333-4222/../../user',
    'GO-2026-1000/../../../x',
    'GO-2026-1000\\..\\x',
    '@169.254.169.254/x',
    'http://169.254.169.254/',
    '//169.254.169.254/x',
    '..',
    '%2e%2e',
    '',
  ];

  it.each([
    ['cve_list_v5', /^\/CVEProject\/cvelistV5\/main\/cves\/\d{4}\/\d+xxx\/CVE-[\d-]+\.json$/],
    ['cve_services', /^\/api\/cve(?:-id)?\/CVE-[\d-]+$/],
    ['osv', /^\/v1\/vulns\/[A-Za-z0-9-]+$/],
    [
      'advisory',
      /^\/advisories(?:\/GHSA-[a-z0-9-]+|\?type=\w+&sort=published&cve_id=CVE-[\d-]+&direction=asc&per_page=100)$/,
    ],
    ['nvd', /^\/rest\/json\/cves\/2\.0\?cveId=CVE-[\d-]+$/],
    ['epss', /^\/data\/v1\/epss\?cve=CVE-[\d-]+$/],
  ] as const)('never leaves the path of %s', async (id: FedTwin, path) => {
    const story = storyOf(
      id,
      stepsOfMatrix(id, 0, () => true),
      NOW,
    );
    await using upstream = await openUpstream(store, id, story.feed, { clock: stillClock(NOW) });

    const outcomes = new Set<string>();
    for (const key of KEYS) outcomes.add(await upstream.refresh(key).catch(describeError));
    await upstream.refresh('CVE-2026-10001');

    expect(upstream.twin.requests.map((request) => request.path).filter((asked) => !path.test(asked))).toEqual([]);
    expect([...outcomes].filter((outcome) => outcome === 'done')).toEqual([]);
  });
});

const record = (number: number): ZipEntry => ({
  name: `GO-2026-${1_000 + number}.json`,
  data: Buffer.from(JSON.stringify(RECORD_OF.osv({ number, mark: 'm', changed: EVENING, withdrawn: false }))),
});
const cve = (number: number): ZipEntry => ({
  name: `cves/2026/10xxx/CVE-2026-${10_000 + number}.json`,
  data: Buffer.from(JSON.stringify(RECORD_OF.cve_list_v5({ number, mark: 'm', changed: EVENING, withdrawn: false }))),
});

const MEGABYTE = 1024 * 1024;

/** Archives that are made to do harm; each begins with a record that is none of it. */
const HARMFUL: readonly (readonly [string, (first: ZipEntry, second: ZipEntry) => Buffer])[] = [
  [
    'a size that is not true',
    (first, second) => zip([first, { ...second, data: Buffer.alloc(20 * MEGABYTE), claims: { size: 100 } }]),
  ],
  ['a name that climbs', (first, second) => zip([first, { ...second, name: `../../${second.name}` }])],
  ['an absolute name', (first, second) => zip([first, { ...second, name: `/${second.name}` }])],
  ['a link', (first, second) => zip([first, { ...second, data: Buffer.from('/etc/passwd'), mode: 0o120777 }])],
  ['entries that overlap', (first) => repeated(zip([{ ...first, method: 'stored' }]), 50)],
  ['a checksum that is wrong', (first, second) => zip([first, { ...second, claims: { crc: 1 } }])],
  ['an end that is missing', (first, second) => zip([first, second]).subarray(0, -30)],
];

describe('an archive', () => {
  it.each(HARMFUL)('of OSV with %s is refused, and the next one is read', async (_name, make) => {
    let archive = make(record(0), record(2));
    const { url } = await serve((request, response) => {
      response.end(request.url === '/ecosystems.txt' ? 'Go\n' : archive);
    });

    const ended = await read('osv', { bucketUrl: `${url}/`, apiUrl: url });
    archive = zip([record(0), record(2)]);
    const after = await read('osv', { bucketUrl: `${url}/`, apiUrl: url });

    expect(ended).toMatch(/archive|checksum|link|times its size|larger than|overlap/);
    expect(after).toBe('ok');
    expect(await keys()).toEqual(['GO-2026-1000', 'GO-2026-1002']);
  });

  it.each(HARMFUL)(
    'of the CVE list with %s within an archive is refused, and the next one is read',
    async (_name, make) => {
      const wrapped = (inner: Buffer) => zip([{ name: 'cves.zip', data: inner, method: 'stored' }]);
      let archive = wrapped(make(cve(0), cve(1)));
      const { url } = await serve((request, response) => {
        const name = '2026-03-02_all_CVEs_at_midnight.zip.zip';
        const assets = [{ name, browser_download_url: `${url}/${name}` }];
        response.end(request.url?.startsWith('/releases') === true ? JSON.stringify([{ assets }]) : archive);
      });
      const address = { rawUrl: `${url}/`, releasesUrl: `${url}/releases`, archiveUrls: [url] };

      const ended = await read('cve_list_v5', address);
      archive = wrapped(zip([cve(0), cve(1)]));
      const after = await read('cve_list_v5', address);

      expect(ended).toMatch(/archive|checksum|link|times its size|larger than|overlap/);
      expect(after).toBe('ok');
      expect(await keys()).toEqual(['CVE-2026-10000', 'CVE-2026-10001']);
    },
  );

  it('with one entry that unpacks beyond belief is read without that entry, which is set aside', async () => {
    const monster = { ...record(2), data: Buffer.alloc(20 * MEGABYTE) };
    const another = { ...record(3), data: Buffer.alloc(20 * MEGABYTE) };
    let archive = zip([record(0), monster, another, record(4)]);
    const { url } = await serve((request, response) => {
      response.end(request.url === '/ecosystems.txt' ? 'Go\n' : archive);
    });

    const ended = await read('osv', { bucketUrl: `${url}/`, apiUrl: url });
    const [kept, aside] = [await keys(), await quarantined()];
    archive = zip([record(0), record(2), another, record(4)]);
    const after = await read('osv', { bucketUrl: `${url}/`, apiUrl: url });

    expect([ended, after]).toEqual(['ok', 'ok']);
    expect(kept).toEqual(['GO-2026-1000', 'GO-2026-1004']);
    const reason = 'unpacks to more than 100 times its size';
    expect(aside).toEqual([`GO-2026-1002: ${reason}`, `GO-2026-1003: ${reason}`]);
    expect(await keys()).toEqual(['GO-2026-1000', 'GO-2026-1002', 'GO-2026-1004']);
    expect(await quarantined()).toEqual([`GO-2026-1003: ${reason}`]);
  });

  it('that holds archives without end is opened once', async () => {
    const within = (inner: Buffer, name: string) => zip([{ name, data: inner, method: 'stored' }]);
    let nested = zip([cve(0)]);
    for (let depth = 0; depth < 50; depth += 1) nested = within(nested, `${depth}.zip`);
    const { url } = await serve((request, response) => {
      const name = '2026-03-02_all_CVEs_at_midnight.zip.zip';
      const assets = [{ name, browser_download_url: `${url}/${name}` }];
      response.end(request.url?.startsWith('/releases') === true ? JSON.stringify([{ assets }]) : nested);
    });

    const ended = await read('cve_list_v5', { rawUrl: `${url}/`, releasesUrl: `${url}/releases`, archiveUrls: [url] });

    expect(ended).toContain('has no records');
  });
});

describe('an answer that unpacks without end', () => {
  it('is refused as a document', async () => {
    const bomb = gzipSync(Buffer.alloc(70 * MEGABYTE));
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });

    expect(await read('kev', { url: `${url}/kev.json` })).toContain('unpacks to more than 100 times its size');
  });

  it('is refused as a file that is packed itself', async () => {
    const bomb = gzipSync(Buffer.alloc(120 * MEGABYTE));
    const { url } = await serve((_request, response) => response.end(bomb));

    expect(await read('epss', { url, apiUrl: url, firstDays: 1 })).toContain('cannot be unpacked');
  });
});

/** Returns how it ended: `ok`, or why not. */
async function read<Id extends keyof SourceAddresses>(id: Id, address: SourceAddresses[Id]): Promise<string> {
  const feed = openFeeds({ [id]: address }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const http = openHttpClient({ allow: feed.source.upstreams, userAgent: 'Almanac/test', tries: 1 });
  const deps = { db: store.db, pool: store.pool, http, log: silentLog, now: () => new Date(NOW) };
  try {
    const outcome = await runSource(deps, feed, AbortSignal.timeout(60_000), { channel: 'bulk' });
    return outcome.state;
  } catch (error) {
    return describeError(error);
  } finally {
    await http.close();
  }
}

async function quarantined(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select key || ': ' || reason as line from quarantine order by 1`.execute(store.db);
  return rows.map(({ line }) => line);
}

async function keys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from record order by key`.execute(store.db);
  return rows.map(({ key }) => key);
}

const DIRECTORY = Buffer.from([0x50, 0x4b, 1, 2]);
const CLOSING = Buffer.from([0x50, 0x4b, 5, 6]);

/** The directory lists its one entry many times. */
function repeated(archive: Buffer, times: number): Buffer {
  const [start, end] = [archive.indexOf(DIRECTORY), archive.indexOf(CLOSING)];
  const listing = archive.subarray(start, end);
  const closing = Buffer.from(archive.subarray(end));
  closing.writeUInt16LE(times, 8);
  closing.writeUInt16LE(times, 10);
  closing.writeUInt32LE(listing.length * times, 12);
  return Buffer.concat([archive.subarray(0, start), ...Array.from({ length: times }, () => listing), closing]);
}
