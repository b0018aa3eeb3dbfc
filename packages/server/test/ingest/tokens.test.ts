import { advisory, cveList, smallWorld, startTwin, type TwinDefinition } from '@almanac/twins';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { refreshRecord } from '../../src/ingest/refresh-record.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

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

async function start(id: 'advisory' | 'cve_list_v5', definition: TwinDefinition) {
  const twin = open.use(await startTwin(definition));
  const feed = openFeeds({ [id]: addressAt(id, twin.url) }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const http = openHttpClient({ allow: feed.source.upstreams, userAgent: 'Almanac/test', sleep: async () => {} });
  open.defer(http.close);
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object, message: string) => void logged.push({ ...fields, message }) };
  const deps = { db: store.db, pool: store.pool, http, log, now: () => new Date(twin.clock.now()) };
  const signal = AbortSignal.timeout(30_000);
  return {
    twin,
    logged,
    run: async () => runSource(deps, feed, signal, { channel: 'bulk' }),
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

    const detail = expect.stringMatching(new RegExp(`answers ${status} with the token and 200 without: ${message}$`));
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
});
