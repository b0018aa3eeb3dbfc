import { advisory, cveList, nvd, smallWorld, startTwin, type TwinDefinition } from '@almanac/twins';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { refreshRecord } from '../../src/ingest/refresh-record.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import type { ChannelName } from '../../src/sources/source.ts';
import { type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { openPacedClient } from '../support/request-days.ts';

let store: FaultStore;
beforeAll(async () => {
  store = await openFaultStore();
});
let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
  await store.reset();
});
afterAll(() => store[Symbol.asyncDispose]());

async function start(id: 'advisory' | 'cve_list_v5' | 'nvd', definition: TwinDefinition, address = {}) {
  const twin = open.use(await startTwin(definition));
  const feed = openFeeds({ [id]: { ...addressAt(id, twin.url), ...address } }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const { http, advance } = openPacedClient(store.db, feed.source.upstreams, twin.clock);
  open.defer(http.close);
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object, message: string) => void logged.push({ ...fields, message }) };
  const deps = { db: store.db, pool: store.pool, http, log, now: () => new Date(twin.clock.now()) };
  const signal = AbortSignal.timeout(30_000);
  return {
    twin,
    logged,
    advance,
    run: async (channel: ChannelName = 'bulk') => runSource(deps, feed, signal, { channel }),
    refresh: async (key: string) => refreshRecord(deps, feed, key, signal),
    warnings: async () =>
      (await sourceStatus(store.db, new Date(twin.clock.now()))).find((source) => source.id === id)?.warnings,
  };
}

describe('a token that GitHub refuses', () => {
  it.each([
    [401, 'Bad credentials'],
    [403, 'Resource not accessible by personal access token'],
    [404, '404: Not Found'],
  ] as const)('by %i is left out, with a warning until it is accepted', async (status, message) => {
    const { twin, logged, run, warnings } = await start('advisory', advisory(smallWorld));
    twin.faults.set({ kind: 'token_refused', status });

    expect(await run()).toEqual({ state: 'ok' });
    const during = await warnings();
    twin.faults.clear();

    const detail = expect.stringMatching(
      new RegExp(`answers ${status} with the token( and 200 without)?: ${message}$`),
    );
    expect(during).toMatchObject([{ code: 'TOKEN_REFUSED', detail }]);
    expect(logged).toContainEqual({
      source: 'advisory',
      code: 'TOKEN_REFUSED',
      detail,
      message: 'upstream refuses us',
    });
    // One that was called bad is not sent again for an hour.
    if (status === 401) return;
    expect(await run()).toEqual({ state: 'ok' });
    expect(await warnings()).toEqual([]);
  });

  it.each([401, 403, 404] as const)('by %i makes no record absent', async (status) => {
    const { twin, refresh, warnings } = await start('cve_list_v5', cveList(smallWorld));
    twin.faults.set({ kind: 'token_refused', status });

    expect(await refresh('CVE-2025-91107')).toBe('done');
    expect(await warnings()).toMatchObject([{ code: 'TOKEN_REFUSED' }]);
  });

  it('stays a warning after runs that never show it, and until it is accepted', async () => {
    const api = open.use(await startTwin(cveList(smallWorld)));
    const { releasesUrl } = addressAt('cve_list_v5', api.url);
    const { run, refresh, warnings } = await start('cve_list_v5', cveList(smallWorld), { releasesUrl });
    const found: unknown[] = [];
    const look = async () => void found.push((await warnings())?.map(({ code }) => code));
    api.faults.set({ kind: 'token_refused', status: 403 });

    await run('bulk');
    await look();
    await run('delta');
    await look();
    await refresh('CVE-2025-91107');
    await look();
    api.faults.clear();
    await run('sweep');
    await look();

    expect(found).toEqual([['TOKEN_REFUSED'], ['TOKEN_REFUSED'], ['TOKEN_REFUSED'], []]);
  });

  it('by a policy asks once an hour without it where that budget is spent', async () => {
    const { twin, run, advance } = await start('advisory', advisory(smallWorld));
    const { url } = addressAt('advisory', twin.url);
    for (let i = 0; i < 60; i += 1) await fetch(url);
    twin.faults.set({ kind: 'token_refused', status: 403 });
    const before = twin.requests.length;

    const errors: string[] = [];
    for (let i = 0; i < 6; i += 1) await run().catch((error: Error) => void errors.push(error.message));
    const withToken = twin.requests.slice(before).map(({ headers }) => headers.authorization !== undefined);
    await advance(3_600_000);

    expect(withToken).toEqual([true, false, true, true, true, true, true]);
    expect(errors[0]).toMatch(/the budget is spent until/);
    expect(new Set(errors.slice(1))).toEqual(
      new Set([expect.stringMatching(/ without its token is resting and is not asked for another 3600 s$/)]),
    );
    expect(await run()).toEqual({ state: 'ok' });
  });
});

describe('a key that NVD refuses', () => {
  it('is sent once, and NVD is then asked as seldom as without one', async () => {
    const { twin, run, warnings } = await start('nvd', nvd(smallWorld, { keys: ['another'] }));

    expect(await run()).toEqual({ state: 'ok' });
    const [first, ...others] = twin.requests;
    expect(first?.headers).toHaveProperty('apikey');
    expect(others.filter(({ headers }) => headers['apikey'] !== undefined)).toEqual([]);
    // Time passes in the database also while the twin's clock stands still.
    const spans = others.map(({ at: from }) => others.filter(({ at }) => at >= from && at < from + 29_000).length);
    expect(Math.max(...spans)).toBe(5);
    expect(spans.length).toBeGreaterThan(50);
    expect(await warnings()).toMatchObject([
      { code: 'TOKEN_REFUSED', detail: expect.stringMatching(/answers 404 with the token: Invalid apiKey\.$/) },
    ]);
  });
});
