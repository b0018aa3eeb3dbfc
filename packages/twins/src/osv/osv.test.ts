import { describe, expect, it } from 'vitest';
import { unzip } from '../../test/unzip.ts';
import { stillClock } from '../frame/clock.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { OSV_BUCKET_PATH } from './bucket-routes.ts';
import { type OsvQuirks, osv } from './osv.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = (quirks?: OsvQuirks) => startTwin(osv(smallWorld, quirks));

interface OsvRecord {
  readonly id: string;
  readonly modified: string;
  readonly withdrawn?: string;
  readonly aliases?: readonly string[];
}

describe('the bucket', () => {
  it('names its directories, the odd ones among them, and serves them under encoded names', async () => {
    await using twin = await start();

    const directories = (await text(twin, 'ecosystems.txt')).trim().split('\n');
    const statuses = await Promise.all(
      directories.map(async (name) => (await fetch(`${twin.url}/${encodeURIComponent(name)}/modified_id.csv`)).status),
    );

    expect(directories).toEqual(directories.toSorted());
    expect(directories).toEqual(expect.arrayContaining(['[EMPTY]', 'GIT', 'Debian', 'crates.io', 'npm']));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('stands at the root and under its own name', async () => {
    await using twin = await start();

    const [atRoot, underName] = await Promise.all(
      ['/', OSV_BUCKET_PATH].map(async (path) => (await fetch(`${twin.url}${path}modified_id.csv`)).text()),
    );

    expect(underName).toBe(atRoot);
  });

  it('lists a record once for each of its ecosystems, newest first by the text of the time', async () => {
    await using twin = await start();

    const rows = await rowsOf(twin);
    const times = rows.map(([time]) => time);

    expect(times).toEqual(times.toSorted().toReversed());
    expect(rows.filter(([, path]) => path.endsWith('/GHSA-7q9r-gvx2-j346')).map(([, path]) => path)).toEqual([
      'RubyGems/GHSA-7q9r-gvx2-j346',
      'Packagist/GHSA-7q9r-gvx2-j346',
      'NuGet/GHSA-7q9r-gvx2-j346',
    ]);
  });

  it('has the sorting trap: an earlier whole second stands above a later fraction of it', async () => {
    await using twin = await start();

    const times = (await rowsOf(twin)).map(([time]) => time);
    const trapped = times.filter((time, row) => Date.parse(time) < Date.parse(times[row + 1] ?? ''));

    expect(trapped).toEqual(['2026-06-21T09:15:00Z', '2024-10-17T09:15:00Z']);
  });

  it('packs every record once, withdrawn ones and those without an ecosystem too', async () => {
    await using twin = await start();

    const files = unzip(await bytes(twin, 'all.zip'));
    const listed = new Set((await rowsOf(twin)).map(([, path]) => `${path.slice(path.lastIndexOf('/') + 1)}.json`));
    const names = [...files.keys()];

    expect(names).toEqual(names.toSorted());
    expect(new Set(names)).toEqual(listed);
    expect(parsed(files.get('RUSTSEC-2024-9105.json')).withdrawn).toBe('2025-06-01T09:15:00Z');
    expect(parsed(files.get('GSD-2024-91802.json')).withdrawn).toBe('2025-07-12T09:15:00Z');
  });

  it('packs each directory for itself', async () => {
    await using twin = await start();

    const files = unzip(await bytes(twin, 'GIT/all.zip'));
    const record = await text(twin, 'GIT/CVE-2025-91801.json');

    expect([...files].map(([name, data]) => [name, data.toString()])).toEqual([['CVE-2025-91801.json', record]]);
    expect((await fetch(`${twin.url}/Gopher/all.zip`)).status).toBe(404);
  });

  it.each([
    ['a record that moved', 'RubyGems', 'OSV-2025-9803'],
    ['a record that was dropped', 'PyPI', 'PYSEC-2025-9804'],
  ])('keeps the stale file of %s', async (_, directory, id) => {
    await using twin = await start();

    const file = await fetch(`${twin.url}/${directory}/${id}.json`);
    const rows = await text(twin, `${directory}/modified_id.csv`);
    const files = unzip(await bytes(twin, `${directory}/all.zip`));

    expect(file.status).toBe(200);
    expect(rows).not.toContain(id);
    expect([...files.keys()]).not.toContain(`${id}.json`);
  });

  it('moves with the export, every 15 minutes, and the generation with it', async () => {
    await using twin = await start();
    const seen: [string | null, boolean][] = [];

    for (const minutes of [0, 60, 14, 1]) {
      twin.clock.advance(minutes * MINUTE);
      const response = await fetch(`${twin.url}/npm/modified_id.csv`);
      seen.push([response.headers.get('x-goog-generation'), (await response.text()).includes('GHSA-2f5c-4m6p-7rvx')]);
    }

    const before = String(Date.parse('2026-09-15T01:45:00Z') * 1000);
    const after = String(Date.parse('2026-09-15T10:45:00Z') * 1000);
    // Published at 10:30, too late for the run of that minute.
    expect(seen).toEqual([
      [before, false],
      [before, false],
      [before, false],
      [after, true],
    ]);
  });

  it.each(['modified_id.csv', 'npm/all.zip', 'npm/GHSA-2c4f-7hpq-9wxm.json'])('answers 304 for %s', async (name) => {
    await using twin = await start();
    const first = await fetch(`${twin.url}/${name}`);

    const byTag = await fetch(first.url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    const byDate = await fetch(first.url, {
      headers: { 'if-modified-since': first.headers.get('last-modified') ?? '' },
    });

    expect([byTag.status, byDate.status]).toEqual([304, 304]);
  });

  it('moves the date of a record while its content stays', async () => {
    const clock = stillClock('2026-09-15T09:30:00Z');
    await using twin = await startTwin(osv(smallWorld), { clock });
    const { modified: after, ...content } = await record(twin, 'CVE-2025-91801');

    clock.advance(-30 * HOUR);
    const { modified: before, ...earlier } = await record(twin, 'CVE-2025-91801');

    expect(earlier).toEqual(content);
    expect(before < after).toBe(true);
  });

  it.each([
    [false, [true, true]],
    [true, [false, true]],
  ])('with tornExport %s, the file has the date of its row: now and a run later %j', async (tornExport, expected) => {
    await using twin = await start({ tornExport });
    const agrees: boolean[] = [];
    // Changes at 15:30 tomorrow.
    twin.clock.advance(30 * HOUR);

    for (let run = 0; run < 2; run += 1) {
      twin.clock.advance(15 * MINUTE);
      const [time] = (await rowsOf(twin)).find(([, path]) => path === 'npm/GHSA-w4x3-5jcm-7qrv') ?? [];
      agrees.push(parsed(await bytes(twin, 'npm/GHSA-w4x3-5jcm-7qrv.json')).modified === time);
    }

    expect(agrees).toEqual(expected);
  });

  it('escapes markup as Go does; the API does not', async () => {
    await using twin = await start();

    const exported = await text(twin, 'npm/GHSA-8rcv-hw23-m457.json');
    const answered = await text(twin, 'v1/vulns/GHSA-8rcv-hw23-m457');

    expect(exported).toContain('"last_known_affected_version_range":"\\u003c= 0.18.5"');
    expect(answered).toContain('"last_known_affected_version_range":"<= 0.18.5"');
    expect(JSON.parse(answered)).toEqual(JSON.parse(exported));
  });
});

describe('the API', () => {
  it.each([
    ['GHSA-2c4f-7hpq-9wxm', 200, undefined],
    ['RUSTSEC-2024-9105', 200, undefined],
    ['', 400, { code: 3, message: 'ID is required' }],
    ['A'.repeat(101), 400, { code: 3, message: 'ID is too long' }],
    ['CVE-2026-99999', 404, { code: 5, message: 'Vulnerability not found' }],
    ['ghsa-2c4f-7hpq-9wxm', 404, { code: 5, message: 'Vulnerability not found' }],
    [
      'CVE-2024-91003',
      404,
      {
        code: 5,
        message: 'Vulnerability not found, but the following aliases were: GHSA-4j6m-9mrv-fwx3 PYSEC-2024-9103',
      },
    ],
  ])('GET /v1/vulns/%s answers %i', async (id, status, body) => {
    await using twin = await start();

    const response = await fetch(`${twin.url}/v1/vulns/${id}`);
    const answer: unknown = await response.json();

    expect(response.status).toBe(status);
    expect(answer).toEqual(body ?? expect.objectContaining({ id }));
  });

  it.each([
    [{ package: { name: 'copperwire', ecosystem: 'crates.io' } }, ['RUSTSEC-2025-9106']],
    [{ package: { name: 'copperwire', ecosystem: 'crates.io' }, version: '0.7.0' }, ['RUSTSEC-2025-9106']],
    [{ package: { name: 'copperwire', ecosystem: 'crates.io' }, version: '0.8.3' }, undefined],
    [{ package: { purl: 'pkg:pypi/papermill-views@2.0.1' } }, ['GHSA-4j6m-9mrv-fwx3', 'PYSEC-2024-9103']],
    [{ package: { name: 'libbuoy', ecosystem: 'Debian' } }, ['DEBIAN-CVE-2025-91008']],
    [{ package: { name: 'libbuoy' }, version: '5.4.1' }, ['DEBIAN-CVE-2025-91008', 'ALPINE-CVE-2025-91008']],
    [{ commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' }, ['CVE-2025-91801']],
    [{ package: { name: 'halfmoon', ecosystem: 'crates.io' } }, undefined],
    [{ package: { purl: 'pkg:nix/openssl@3.0.0' } }, undefined],
  ])('query %j finds %j', async (query, ids) => {
    await using twin = await start();

    const { status, body } = await post(twin, '/v1/query', query);

    expect(status).toBe(200);
    expect((body as { vulns?: OsvRecord[] }).vulns?.map(({ id }) => id)).toEqual(ids);
    if (ids === undefined) expect(body).toEqual({});
  });

  it.each([
    [{}, 'invalid query'],
    [{ package: { name: 'left-pad' } }, 'invalid query'],
    [{ package: { name: 'x', ecosystem: 'nixpkgs' } }, 'invalid ecosystem'],
    [{ package: { name: 'x', purl: 'pkg:npm/x' } }, 'name specified in a PURL query'],
    [{ package: { ecosystem: 'npm', purl: 'pkg:npm/x' } }, 'ecosystem specified in a PURL query'],
    [{ version: '1', package: { purl: 'pkg:npm/x@1' } }, 'version specified in params and PURL query'],
    [{ commit: 'not-hex' }, 'invalid hash'],
    [{ package: { name: 'x', ecosystem: 'npm' }, page_token: 'P:3:forged' }, 'invalid cursor'],
  ])('query %j is refused: %s', async (query, message) => {
    await using twin = await start();

    expect(await post(twin, '/v1/query', query)).toEqual({ status: 400, body: { code: 3, message } });
  });

  it('answers a batch in order, with ids and dates alone', async () => {
    await using twin = await start();
    const queries = [
      { package: { purl: 'pkg:nix/openssl' } },
      { package: { name: 'inkpot', ecosystem: 'npm' }, version: '5.0.2' },
    ];

    const { body } = await post(twin, '/v1/querybatch', { queries });

    expect(body).toEqual({
      results: [{}, { vulns: [{ id: 'GHSA-q9r8-2fcg-4jmp', modified: '2026-09-12T13:00:00.637966432Z' }] }],
    });
  });

  it('fails the whole batch for one bad query, and for too many', async () => {
    await using twin = await start();
    const good = { package: { purl: 'pkg:npm/x' } };

    const oneBad = await post(twin, '/v1/querybatch', { queries: [good, {}] });
    const tooMany = await post(twin, '/v1/querybatch', { queries: Array.from({ length: 1001 }, () => good) });

    expect(oneBad.body).toEqual({ code: 3, message: 'error in query at index 1: invalid query' });
    expect(tooMany.body).toEqual({ code: 3, message: 'too many queries' });
  });

  it('pages by tokens, the first of which may come without anything', async () => {
    await using twin = await start({ pageSize: 1, slowFirstPage: true });
    const query = { package: { name: 'papermill-views', ecosystem: 'PyPI' } };
    const pages: unknown[] = [];

    let token: string | undefined = '';
    while (token !== undefined) {
      const { body } = await post(twin, '/v1/query', { ...query, page_token: token });
      const { vulns = [], next_page_token } = body as { vulns?: OsvRecord[]; next_page_token?: string };
      pages.push(vulns.map(({ id }) => id));
      token = next_page_token;
    }

    expect(pages).toEqual([[], ['GHSA-4j6m-9mrv-fwx3'], ['PYSEC-2024-9103']]);
  });

  it('does not wait for the export', async () => {
    await using twin = await start();
    twin.clock.advance(HOUR);

    const api = await fetch(`${twin.url}/v1/vulns/GHSA-2f5c-4m6p-7rvx`);
    const file = await fetch(`${twin.url}/npm/GHSA-2f5c-4m6p-7rvx.json`);

    expect([api.status, file.status]).toEqual([200, 404]);
  });
});

async function bytes(twin: Twin, name: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${twin.url}/${name}`)).arrayBuffer());
}

async function text(twin: Twin, name: string): Promise<string> {
  return (await bytes(twin, name)).toString();
}

async function rowsOf(twin: Twin): Promise<[time: string, path: string][]> {
  const lines = (await text(twin, 'modified_id.csv')).trim().split('\n');
  return lines.map((line) => line.split(',') as [string, string]);
}

async function record(twin: Twin, id: string): Promise<OsvRecord> {
  return parsed(await bytes(twin, `v1/vulns/${id}`));
}

function parsed(data: Buffer | undefined): OsvRecord {
  return JSON.parse(String(data)) as OsvRecord;
}

async function post(twin: Twin, path: string, query: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(twin.url + path, { method: 'POST', body: JSON.stringify(query) });
  return { status: response.status, body: await response.json() };
}
