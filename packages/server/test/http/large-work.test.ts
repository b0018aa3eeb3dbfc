import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../src/bin/environment.ts';
import { type RunningApi, startApi } from '../../src/bin/start-api.ts';
import { type JobCaller, type LargeWork, openLargeWork } from '../../src/http/admission/large-work.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const MANY = 2_500;
/** Small packages, of which many are asked about at once, and one whose pack takes long to judge. */
const SMALL = 60;
const BUSY = 260;

describe('an answer about a giant', () => {
  let given: PackageApp;
  let api: RunningApi;
  beforeAll(async () => {
    const ids = Array.from({ length: MANY }, (_, i) => `GHSA-${String(i).padStart(4, '0')}-aaaa-aaaa`);
    const now = Date.now();
    given = await openPackageApp(
      ROUTES,
      async (store, db) => {
        const affected = (id: string, i: number) =>
          osvSays(id, [{ ecosystem: 'npm', name: 'giant', fixed: `${1 + (i % 9)}.0.0` }]);
        await store.put('osv', byId(...ids.map(affected)), SEEN);
        const others = Array.from({ length: BUSY + SMALL }, (_, i) => {
          const name = i < BUSY ? 'busy' : `small-${i - BUSY}`;
          return osvSays(`GHSA-${name}-${i}`, [{ ecosystem: 'npm', name, fixed: '2.0.0' }]);
        });
        await store.put('osv', byId(...others), SEEN);
        await wasRead(db, 'osv', { at: new Date(now) });
        await fillPacks(db, AbortSignal.timeout(60_000));
      },
      { now: () => now, settings: { deadlineMs: 60_000 } },
    );
    const environment = readEnvironment({
      DATABASE_URL: given.databaseUrl,
      REDIS_URL: 'redis://127.0.0.1:1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      DEADLINE_MS: '60000',
      BASE_URL: 'http://api.test/api/v1',
      CALLER_BUDGETS: 'entries=90000/90000',
    });
    api = await startApi(environment, { now: () => now });
    // The thread takes its time to start.
    await vi.waitFor(
      async () => expect((await fetch(`${api.url}/api/v1/vulns/giant?version=0.0.9`)).ok).toBe(true),
      120_000,
    );
  }, 180_000);
  afterAll(async () => {
    await api.close();
    await given[Symbol.asyncDispose]();
  });

  it.each(['/api/v1/vulns/giant?version=3.0.0', '/api/v1/purl/pkg:npm/giant@8.1.0'])(
    'is made in a thread, and is the same as elsewhere: %s',
    async (path) => {
      const before = await metric('almanac_http_large_answers_total');
      const answer = await fetch(api.url + path);
      const here = await given.app.get(path);

      const body = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, here.status]).toEqual([200, 200]);
      expect({ ...body, timestamp: '' }).toEqual({ ...here.body, timestamp: '' });
      expect(answer.headers.get('etag')).toBe(here.headers.get('etag'));
      expect(await metric('almanac_http_large_answers_total')).toBe(before + 1);
    },
  );

  it('does not go through the thread where little is judged without a pause, of however many packages', async () => {
    const before = await metric('almanac_http_large_answers_total');
    const purls = Array.from({ length: SMALL }, (_, i) => `pkg:npm/small-${i}@1.0.0`);

    const answer = await ask('/api/v1/purls', { purls });
    const { data } = (await answer.json()) as { data: { results: { verdict: string }[] } };
    expect(data.results.map(({ verdict }) => verdict)).toEqual(purls.map(() => 'affected'));
    expect(await metric('almanac_http_large_answers_total')).toBe(before);

    expect((await ask('/api/v1/purls', { purls: [...purls, 'pkg:npm/busy@1.0.0'] })).status).toBe(200);
    expect(await metric('almanac_http_large_answers_total')).toBe(before + 1);
  });

  it('lists all matches, or the first of them, and a page lists a hundred', async () => {
    const listed = async (query: string) => {
      const { data } = (await (await fetch(`${api.url}/api/v1/vulns/giant?version=0.0.9${query}`)).json()) as Listed;
      const { matches, otherMatches, total, truncated } = data;
      return { ids: [...matches, ...otherMatches].map(({ id }) => id), total, truncated };
    };
    const pageOf = async (page: number) => {
      const text = await (await fetch(`${api.url}/package/giant?version=0.0.9&page=${page}`)).text();
      return { text, ids: [...text.matchAll(/<strong>(GHSA-[^<]+)</g)].map(([, id]) => id) };
    };

    const [all, first] = [await listed(''), await listed('&limit=3')];
    const [one, two, last, after] = [await pageOf(1), await pageOf(2), await pageOf(25), await pageOf(26)];

    expect([all.ids.length, all.total, all.truncated]).toEqual([MANY, MANY, false]);
    expect([first.ids, first.total, first.truncated]).toEqual([all.ids.slice(0, 3), MANY, true]);
    expect([one.ids, two.ids, last.ids, after.ids]).toEqual([
      all.ids.slice(0, 100),
      all.ids.slice(100, 200),
      all.ids.slice(2_400),
      [],
    ]);
    expect(one.text).toContain('page 1 of 25');
    expect([one, two, last].map(({ text }) => text.includes('rel="next"'))).toEqual([true, true, false]);
    expect([one, two, last].map(({ text }) => text.includes('rel="prev"'))).toEqual([false, true, true]);
  });

  function ask(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  it('is charged to whoever asked', async () => {
    const statuses = [];
    for (let i = 0; i < 40; i += 1) {
      statuses.push((await fetch(`${api.url}/api/v1/vulns/giant?version=7.0.${i}`)).status);
    }

    expect(statuses.at(-1)).toBe(429);
  });

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(api.metricsUrl ?? '')).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }
});

interface Listed {
  readonly data: {
    readonly matches: readonly { readonly id: string }[];
    readonly otherMatches: readonly { readonly id: string }[];
    readonly total: number;
    readonly truncated: boolean;
  };
}

describe('a thread for large answers', () => {
  let work: LargeWork;
  let folder: string;
  const ends: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-thread-'));
    await writeFile(join(folder, 'thread.mjs'), THREAD);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    ends.length = 0;
    const module = pathToFileURL(join(folder, 'thread.mjs'));
    work = openLargeWork({
      module,
      data: null,
      stopsWithin: 500,
      restsFor: 300,
      onEnd: ({ message }) => ends.push(message),
    });
  });
  afterEach(() => work.close());

  /** Does what its input says: `die`, `spin`, `pay`, or answers with a stream. */
  const THREAD = `
    import { parentPort, threadId } from 'node:worker_threads';
    const waiting = new Map();
    parentPort.on('message', ({ kind, id, job }) => {
      if (kind === 'charged') return answer(id, 'paid');
      if (kind === 'stop') return parentPort.postMessage({ id, kind: 'failed', name: 'Error', message: 'stopped', stack: '' });
      if (job.input === 'die') process.exit(1);
      if (job.input === 'fill') { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }
      if (job.input === 'spin') for (;;);
      if (job.input === 'pay') return parentPort.postMessage({ id, kind: 'charge', weight: 2 });
      if (job.input === 'wait') return;
      if (job.input === 'thread') return answer(id, String(threadId));
      setTimeout(() => answer(id, job.input), 50);
    });
    function answer(id, text) {
      parentPort.postMessage({ id, kind: 'streamed', response: { chunks: [Buffer.from(text)], type: 'text/plain', headers: [] } });
    }`;

  async function ask(input: string, caller: Partial<JobCaller> = {}): Promise<string> {
    const job = { operation: 'any', input, busy: false, authenticated: false, account: null, now: 0, timeLeft: null };
    const response = await work.run(job, {
      signal: new AbortController().signal,
      charge: async () => {},
      spendFetch: () => {},
      evaluated: () => {},
      onMismatch: () => {},
      ...caller,
    });
    return 'chunks' in response ? Buffer.concat(response.chunks).toString() : '';
  }

  it.each(['die', 'fill'])('that ends takes only the answer with it that it ended for: %s', async (input) => {
    const [killer, ...others] = await Promise.allSettled([ask(input), ask('one'), ask('two')]);

    expect(killer).toMatchObject({ status: 'rejected', reason: { code: 'OVERLOADED' } });
    expect(others).toEqual(['one', 'two'].map((value) => ({ status: 'fulfilled', value })));
    expect(await ask('after')).toBe('after');
    expect(ends).toHaveLength(2);
  });

  it('is ended where work does not stop when it is told to', async () => {
    const spinning = ask('spin', { signal: AbortSignal.timeout(200) });
    const beside = ask('beside');

    await expect(spinning).rejects.toThrow('timeout');
    expect(await beside).toBe('beside');
  });

  it('stops work whose caller is gone', async () => {
    await expect(ask('wait', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
    expect(await ask('after')).toBe('after');
    expect(ends).toEqual([]);
  });

  it('gives way to a new one when it has rested, which is no failure', async () => {
    const [first, ...same] = [await ask('thread'), await ask('thread'), await ask('thread')];

    await vi.waitFor(async () => expect(await ask('thread')).not.toBe(first), { timeout: 10_000, interval: 600 });

    expect(same).toEqual([first, first]);
    expect([ends, work.ends]).toEqual([[], 0]);
  });

  it('goes on when the caller has paid, and stops where the budget is used up', async () => {
    const charged: number[] = [];

    expect(await ask('pay', { charge: async (weight) => void charged.push(weight) })).toBe('paid');
    await expect(ask('pay', { charge: () => Promise.reject(new Error('too much')) })).rejects.toThrow('too much');
    expect(charged).toEqual([2]);
  });

  it('takes nothing more once it is closed', async () => {
    await work.close();

    await expect(ask('late')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});
