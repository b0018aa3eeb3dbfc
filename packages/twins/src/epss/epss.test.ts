import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { EPSS_API_PATH, EPSS_CURRENT_PATH, type EpssQuirks, epss } from './epss.ts';

const HOUR = 3_600_000;
const start = (quirks?: EpssQuirks) => startTwin(epss(smallWorld, quirks));

interface Answered {
  readonly total: number;
  readonly data: readonly { readonly cve: string; readonly epss: string; readonly percentile: string }[];
}

describe('the file of a day', () => {
  it('is packed, with a comment, a header and rows in order of year and number', async () => {
    await using twin = await start();

    const [comment, header, ...rows] = await linesOf(twin, '2026-09-14');
    const ids = rows.map((row) => row.split(',')[0] ?? '');

    expect(comment).toBe('#model_version:v2025.03.14,score_date:2026-09-14T00:00:00+0000');
    expect(header).toBe('cve,epss,percentile');
    expect(rows).toContain('CVE-2026-98001,0.0042,0.61');
    expect(ids.indexOf('CVE-2025-91002')).toBeLessThan(ids.indexOf('CVE-2025-9000000123'));
    expect(ids.indexOf('CVE-2025-9000000123')).toBeLessThan(ids.indexOf('CVE-2026-98001'));
  });

  it.each([
    ['2026-09-14', 200],
    ['2026-09-15', 403],
    ['2026-09-16', 403],
    ['2021-04-13', 404],
    ['2026-09-10', 404],
    ['2026-02-30', 404],
    ['today', 404],
  ])('%s answers %i in the morning of 15 September', async (date, status) => {
    await using twin = await start({ missing: ['2026-09-10'] });

    expect((await fetch(`${twin.url}/epss_scores-${date}.csv.gz`)).status).toBe(status);
  });

  it.each([
    [13, '2026-09-15'],
    [36, '2026-09-14'],
  ])('published after %i hours: in the afternoon the current one is that of %s', async (publishedHour, date) => {
    await using twin = await start({ publishedHour });
    const before = await fetch(twin.url + EPSS_CURRENT_PATH, { redirect: 'manual' });

    twin.clock.advance(4 * HOUR);
    const after = await fetch(twin.url + EPSS_CURRENT_PATH, { redirect: 'manual' });

    expect(before.headers.get('location')).toMatch(publishedHour === 13 ? /2026-09-14/ : /2026-09-13/);
    expect([after.status, after.headers.get('location')]).toEqual([302, `${twin.url}/epss_scores-${date}.csv.gz`]);
  });

  it('is what current copies, where it is no redirect', async () => {
    await using twin = await start({ current: 'copy' });

    const current = await fetch(twin.url + EPSS_CURRENT_PATH, { redirect: 'manual' });
    const dated = await fetch(`${twin.url}/epss_scores-2026-09-14.csv.gz`);

    expect(current.status).toBe(200);
    expect(Buffer.from(await current.arrayBuffer())).toEqual(Buffer.from(await dated.arrayBuffer()));
  });

  it('names the next model from its first day on, and all scores move', async () => {
    await using twin = await start({ modelChange: { daysAgo: 2 } });

    const [before, after] = [await linesOf(twin, '2026-09-12'), await linesOf(twin, '2026-09-13')];
    const shared = before.slice(2).filter((row) => after.includes(row));

    expect(before[0]).toContain('model_version:v2025.03.14');
    expect(after[0]).toBe('#model_version:v2026.09.01,score_date:2026-09-13T12:55:00Z');
    expect(shared).toEqual([]);
  });

  it('had no comment at first', async () => {
    await using twin = await start();

    const [header] = await linesOf(twin, '2022-02-03');

    expect(header).toBe('cve,epss,percentile');
  });

  it('can be asked for conditionally', async () => {
    await using twin = await start();
    const first = await fetch(`${twin.url}/epss_scores-2026-09-14.csv.gz`);

    const second = await fetch(first.url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });

    expect(second.status).toBe(304);
  });
});

describe('the API', () => {
  it('writes numbers as strings', async () => {
    await using twin = await start();

    expect(await ask(twin, '?cve=CVE-2026-98001')).toEqual({
      status: 'OK',
      'status-code': 200,
      version: '1.0',
      access: 'public',
      total: 1,
      offset: 0,
      limit: 100,
      data: [{ cve: 'CVE-2026-98001', epss: '0.004200000', percentile: '0.610000000', date: '2026-09-14' }],
    });
  });

  it('has nothing for an id it does not know, and says so with 200', async () => {
    await using twin = await start();

    expect(await ask(twin, '?cve=CVE-2026-99999')).toMatchObject({ status: 'OK', total: 0, data: [] });
  });

  it.each([
    ['?cve=CVE-2026-98001,CVE-2025-91002,CVE-1999-1', ['CVE-2025-91002', 'CVE-2026-98001']],
    ['?cve=CVE-2026-98001,CVE-2025-91002&limit=1', ['CVE-2025-91002']],
    ['?cve=CVE-2026-98001,CVE-2025-91002&limit=1&offset=1', ['CVE-2026-98001']],
    ['?cve=CVE-2026-98001,CVE-2025-91002&order=!epss', ['CVE-2026-98001', 'CVE-2025-91002']],
    ['?cve=CVE-2026-98001&date=2026-09-12', []],
  ])('%s has %j', async (query, ids) => {
    await using twin = await start();

    expect((await ask(twin, query)).data.map(({ cve }) => cve)).toEqual(ids);
  });

  it('keeps to inclusive bounds', async () => {
    await using twin = await start();

    const { data } = await ask(twin, '?epss-gt=0.67&order=epss');

    expect(Number(data[0]?.epss)).toBe(0.67);
  });

  it('refuses a list over 2000 characters', async () => {
    await using twin = await start();

    expect((await fetch(`${twin.url}${EPSS_API_PATH}?cve=${'CVE-2026-98001,'.repeat(140)}`)).status).toBe(400);
  });
});

async function linesOf(twin: Twin, date: string): Promise<string[]> {
  const response = await fetch(`${twin.url}/epss_scores-${date}.csv.gz`);
  return gunzipSync(Buffer.from(await response.arrayBuffer()))
    .toString()
    .trim()
    .split('\n');
}

async function ask(twin: Twin, query: string): Promise<Answered> {
  return (await fetch(twin.url + EPSS_API_PATH + query)).json() as Promise<Answered>;
}
