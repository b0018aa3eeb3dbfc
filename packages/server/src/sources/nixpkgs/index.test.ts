import { smallWorld, startTwin, TRACKER_PATH, nixpkgs as twinOf } from '@almanac/twins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { type HttpClient, openHttpClient } from '../../platform/http-client.ts';
import type { SourceItem } from '../source.ts';
import { nixpkgs } from './index.ts';
import { parsePending, pendingText, toPending } from './pending.ts';
import { keptDocument } from './record.ts';
import { Pull } from './schema.ts';

const URL_ = 'https://api.example/repos/NixOS/nixpkgs';
const signal = AbortSignal.timeout(60_000);
const NOW = new Date('2026-09-15T09:30:00Z');

type Twin = Awaited<ReturnType<typeof startTwin>>;
let twin: Twin;
let http: HttpClient;

beforeEach(async () => {
  twin = await startTwin(twinOf(smallWorld));
  http = openHttpClient({ allow: [twin.url], userAgent: 'Almanac/test', sleep: async () => {} });
});
afterEach(async () => {
  await Promise.all([twin[Symbol.asyncDispose](), http.close()]);
});

const overTwin = () => nixpkgs({ url: twin.url + TRACKER_PATH, token: 'invented' });
const deps = () => sourceDeps({ http, now: () => new Date(twin.clock.now()) });

async function all(items: AsyncIterable<SourceItem<unknown>> | undefined): Promise<SourceItem<unknown>[]> {
  return Array.fromAsync(items ?? []);
}

function keysOf(items: readonly SourceItem<unknown>[]): string[] {
  return items.flatMap((item) => ('key' in item && item.key !== undefined ? [item.key] : []));
}

const item = (number: number, updated: string, more: object = {}) => ({
  number,
  title: `a: CVE-2026-${1000 + number}`,
  body: null,
  state: 'open',
  created_at: '2026-09-01T00:00:00Z',
  updated_at: updated,
  labels: [{ name: '1.severity: security' }],
  ...more,
});

describe('its records', () => {
  it('are the exact bytes, under keys that tell what they are', async () => {
    const source = overTwin();

    const items = await all(source.channels.bulk?.read(deps(), null, signal));

    const keys = keysOf(items);
    expect(keys).toEqual(expect.arrayContaining(['issue/410101', 'link/410101/410150', 'pull/410150']));
    expect(keys.filter((key) => key.startsWith('issue/'))).toHaveLength(12);
    expect(new Set(keys).size).toBe(keys.length);
    const pull = items.find((each) => 'key' in each && each.key === 'pull/410150');
    const body = await (await fetch(`${twin.url}${TRACKER_PATH}/pulls/410150`)).text();
    expect(pull).toMatchObject({ raw: Buffer.from(body) });
    expect((pull as { value: unknown }).value).toEqual(keptDocument(Buffer.from(body), 'pull/410150'));
  });

  it('of pull requests have no counters of repositories and no trial commits in their content', () => {
    const raw = (more: object) =>
      Buffer.from(JSON.stringify({ number: 1, base: { ref: 'master', repo: {} }, ...more }));

    const open = keptDocument(raw({ merged_at: null, merge_commit_sha: 'a' }), 'pull/1');
    const merged = keptDocument(raw({ merged_at: '2026-09-01T00:00:00Z', merge_commit_sha: 'a' }), 'pull/1');

    expect(open).not.toHaveProperty('merge_commit_sha');
    expect(merged).toMatchObject({ merge_commit_sha: 'a', base: { ref: 'master' } });
    expect(JSON.stringify(merged)).not.toContain('repo');
  });

  it('are read again as what they are', () => {
    const { reread } = overTwin();
    const bytes = (value: object) => Buffer.from(JSON.stringify(value));
    const kept = (key: string | null, value: object) => reread?.({ raw: bytes(value), key, now: NOW });

    expect(kept('issue/5', item(5, '2026-09-01T00:00:00Z'))).toMatchObject({ key: 'issue/5' });
    expect(kept(null, item(5, '2026-09-01T00:00:00Z'))).toMatchObject({ key: 'issue/5' });
    expect(kept('reach/5/master', { status: 'ahead' })).toMatchObject({ key: 'reach/5/master' });
    expect(kept('link/4/5', { event: 'closed' })).toMatchObject({ key: 'link/4/5', unreadable: expect.any(String) });
    expect(kept('pull/5', {})).toMatchObject({ unreadable: expect.any(String) });
  });
});

describe('the listing', () => {
  it('is walked by date, so that what changes meanwhile makes nobody vanish', async () => {
    const asked: string[] = [];
    const items = Array.from({ length: 150 }, (_, i) =>
      item(i + 1, new Date(Date.parse('2026-09-01T00:00:00Z') + i * 60_000).toISOString().replace('.000', '')),
    );
    const get = async (address: string) => {
      asked.push(address);
      const { pathname, searchParams } = new URL(address);
      if (pathname.endsWith('/timeline')) return httpAnswer(200, '[]');
      const since = Date.parse(searchParams.get('since') ?? '1970-01-01');
      const left = items
        .filter(({ updated_at }) => Date.parse(updated_at) >= since)
        .toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at));
      const page = Number(searchParams.get('page') ?? 1);
      // The first of all changes as soon as it was read: by numbers of pages, the 101st would be passed over.
      const shown = JSON.stringify(left.slice((page - 1) * 100, page * 100));
      if (items[0] !== undefined) items[0].updated_at = '2026-09-14T00:00:00Z';
      return httpAnswer(200, shown);
    };
    const source = nixpkgs({ url: URL_ });
    const given = sourceDeps({ http: { get, download: get as never }, now: () => NOW });

    const read = await all(source.channels.bulk?.read(given, null, signal));

    expect(keysOf(read)).toHaveLength(150);
    expect(asked.some((address) => new URL(address).searchParams.has('page'))).toBe(false);
    expect(read.at(-2)).toMatchObject({
      channel: 'delta',
      checkpoint: expect.stringContaining('2026-09-15T09:30:00Z'),
    });
  });

  it('goes on by number where a whole page has one date', async () => {
    const items = Array.from({ length: 230 }, (_, i) => item(i + 1, '2026-09-01T00:00:00Z'));
    const get = async (address: string) => {
      const { pathname, searchParams } = new URL(address);
      if (pathname.endsWith('/timeline')) return httpAnswer(200, '[]');
      const page = Number(searchParams.get('page') ?? 1);
      return httpAnswer(200, JSON.stringify(items.slice((page - 1) * 100, page * 100)));
    };
    const given = sourceDeps({ http: { get, download: get as never }, now: () => NOW });

    const read = await all(nixpkgs({ url: URL_ }).channels.bulk?.read(given, null, signal));

    expect(keysOf(read)).toHaveLength(230);
  });
});

describe('the budget', () => {
  it('that is spent is said, with its end', async () => {
    await using poor = await startTwin(twinOf(smallWorld, { budget: 3 }));
    const client = openHttpClient({ allow: [poor.url], userAgent: 'Almanac/test', tries: 1 });
    const source = nixpkgs({ url: poor.url + TRACKER_PATH });
    const items: SourceItem<unknown>[] = [];
    const read = async () => {
      const given = sourceDeps({ http: client, now: () => new Date(poor.clock.now()) });
      for await (const one of source.channels.bulk?.read(given, null, signal) ?? []) items.push(one);
    };

    await expect(read()).rejects.toThrow(
      /nixpkgs: .* answers 403 \(API rate limit exceeded for 127\.0\.0\.1\.\): the budget is spent until 2026-09-15T10:30:00/,
    );
    await client.close();

    expect(keysOf(items).length).toBeGreaterThan(0);
  });

  it('with a token is that of a token, and goes to nobody else', () => {
    const [open] = nixpkgs({ url: URL_ }).upstreams;
    const [known] = nixpkgs({ url: URL_, token: 'secret' }).upstreams;

    expect([open?.limit?.requests, known?.limit?.requests]).toEqual([60, 5000]);
    expect(open?.headers).toEqual({ 'x-github-api-version': '2022-11-28' });
    expect(open?.token).toBeUndefined();
    expect(known?.token?.headers).toEqual({ authorization: 'Bearer secret' });
  });
});

describe('one issue', () => {
  it.each([
    ['issue/410101', { key: 'issue/410101' }],
    ['pull/410150', { key: 'pull/410150' }],
    ['issue/410150', 'absent'],
    ['issue/1', 'absent'],
    ['link/410101/410150', 'absent'],
    ['issue/../../x', 'absent'],
    ['CVE-2026-12345', 'absent'],
  ])('%s', async (key, expected) => {
    const found = await overTwin().fetchOne?.(deps(), key, signal);

    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
  });

  it('that was deleted or moved away is absent, and a 404 of somebody else is none', async () => {
    twin.clock.advance(3 * 86_400_000);
    const gone = await Promise.all(
      ['issue/410808', 'issue/410809'].map(async (key) => overTwin().fetchOne?.(deps(), key, signal)),
    );
    twin.faults.set({ kind: 'status', status: 404 });

    expect(gone).toEqual(['absent', 'absent']);
    await expect(overTwin().fetchOne?.(deps(), 'issue/410101', signal)).rejects.toThrow('answers 404');
  });
});

describe('what is pending', () => {
  const pull = Pull.parse({
    number: 7,
    title: 'a: 1 -> 2',
    state: 'closed',
    created_at: '2026-09-10T00:00:00Z',
    updated_at: '2026-09-12T00:00:00Z',
    merged_at: '2026-09-12T00:00:00Z',
    merge_commit_sha: 'ab'.repeat(20),
    base: { ref: 'staging' },
  });

  it('is written in a line and read again', () => {
    const pending = toPending(pull, NOW);

    expect(pending?.left).toEqual(['master', 'nixos-unstable-small', 'nixpkgs-unstable', 'nixos-unstable']);
    expect(pending === null ? null : parsePending(pendingText(pending))).toEqual(pending);
  });

  it.each([
    { ...pull, merged_at: null },
    { ...pull, merge_commit_sha: null },
    { ...pull, merge_commit_sha: '../../secrets' },
    { ...pull, base: { ref: 'a branch' } },
    { ...pull, base: { ref: '../master' } },
  ])('is nothing without a merge that can be asked for', (odd) => {
    expect(toPending(odd, NOW)).toBeNull();
  });

  it.each(['', '7', 'x '.repeat(6), `7 ${'ab'.repeat(20)} master 1 1 `, `7 ${'ab'.repeat(20)} a..b 1 1 c`, '{}'])(
    'is not made of %j',
    (text) => {
      expect(parsePending(text)).toBeNull();
    },
  );
});
