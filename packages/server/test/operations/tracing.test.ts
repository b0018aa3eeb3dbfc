import { KEV_FEED_PATH, kev, smallWorld, startTwin } from '@almanac/twins';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Environment } from '../../src/bin/environment.ts';
import { openTracing } from '../../src/bin/open-tracing.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { type Logger, openLogger } from '../../src/platform/logger.ts';
import { traceWith } from '../../src/platform/tracing.ts';
import { MAX_QUEUE, otlpTracing } from '../../src/platform/tracing-otlp.ts';
import { grantedKey } from '../support/access.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/processes/otlp-receiver.ts';
import { startWatchedApi } from '../support/processes/watched-api.ts';

/** Says of each module of the SDK that it is loaded. */
const HOOK = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/opentelemetry[/](sdk|exporter|otlp)/.test(url)) console.log('SDK loaded');
  return next(url, context);
} });`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => traceWith(null));

describe('an api process', () => {
  it('sends a trace of each request with its computation and its queries, and nothing that the caller sent', async () => {
    const owner = openTestDatabases(database.url, { max: 1 });
    const { key } = await grantedKey(owner.primary);
    await owner.close();
    await using receiver = await startOtlpReceiver();
    const headers = {
      authorization: `Bearer ${key}`,
      'x-forwarded-for': '203.0.113.77',
      'user-agent': 'curious-agent',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    let loaded = 0;
    {
      await using api = await startApi({
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
        TRUSTED_PROXIES: '127.0.0.1',
      });
      for (let times = 0; times < 2; times += 1) {
        await fetch(`${api.url}/api/v1/osv/unlisted-package?ecosystem=npm&who-asks=me`, { headers });
      }
      loaded = sdkModules(api.logged);
    } // what is left is sent at its end

    const requests = receiver.spans.filter(({ name }) => name === 'GET /osv/:package');
    const [first, second] = requests.map((request) => [request, ...below(receiver, request)]);
    expect(requests.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ 'http.response.status_code': 200, 'almanac.cached': false }),
      expect.objectContaining({ 'http.response.status_code': 200, 'almanac.cached': true }),
    ]);
    expect(first?.map(({ name }) => name)).toEqual(expect.arrayContaining(['compute GET /osv/:package', 'select']));
    expect(second?.map(({ name }) => name)).not.toContain('compute GET /osv/:package');
    expect(new Set(receiver.spans.map(({ service }) => service))).toEqual(new Set(['almanac-api']));
    expect(receiver.headers()).toMatchObject({ 'x-tenant': 'a b' });
    const sent = [
      key,
      '203.0.113.77',
      'curious-agent',
      'unlisted-package',
      'who-asks',
      '0af7651916cd43dd8448eb211c80319c',
    ];
    expect(sent.filter((text) => receiver.text().includes(text))).toEqual([]);
    expect(loaded).toBeGreaterThan(0);
  });

  it('does not load the SDK where no endpoint is set', async () => {
    await using api = await startApi({});
    await fetch(`${api.url}/api/v1/health`);

    expect(sdkModules(api.logged)).toBe(0);
  });

  function startApi(settings: Readonly<Record<string, string>>) {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HOOK)}`;
    return startWatchedApi(database.url, { SBOM_PROCESSES: '1', LOG_LEVEL: 'warn', NODE_OPTIONS, ...settings });
  }

  function sdkModules(logged: readonly string[]): number {
    return logged.filter((line) => line === 'SDK loaded').length;
  }
});

it('a receiver that refuses is said once a minute at most', async () => {
  await using receiver = await startOtlpReceiver({ status: 400 });
  const said: unknown[] = [];
  const log = { warn: (_fields: unknown, message: string) => said.push(message) } as unknown as Logger;
  const environment = Environment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const tracing = await openTracing(environment, 'almanac-api', log);

  // Three batches, of which each is refused.
  for (let i = 0; i < 1_200; i += 1) tracing?.open('request', 'server', {}).end();
  await tracing?.close();

  expect(said).toEqual(['traces could not be sent']);
});

it('a run of a source has its requests to the upstream and its queries below it', async () => {
  await using receiver = await startOtlpReceiver();
  await using twin = await startTwin(kev(smallWorld));
  const tracing = await openTracing(
    Environment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }),
    'almanac-worker',
    openLogger('silent', 'test'),
  );
  const databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  const http = openHttpClient({ allow: [twin.url], userAgent: 'Almanac/test' });
  const feed = openFeeds({ kev: { url: twin.url + KEV_FEED_PATH, mirrorUrl: undefined } }).get('kev');
  if (feed === undefined) throw new Error('kev is not enabled');
  const { primary: db, pool } = databases;

  const outcome = await runSource(
    { db, pool, http, now: () => new Date(), log: silentLog },
    feed,
    AbortSignal.timeout(20_000),
  );
  await Promise.all([databases.close(), http.close(), tracing?.close()]);

  const run = receiver.spans.find(({ name }) => name === 'ingest kev');
  if (run === undefined) throw new Error('the run has no span');
  expect(run.fields).toMatchObject({ 'almanac.channel': 'bulk', 'almanac.outcome': outcome.state });
  const children = below(receiver, run);
  expect(children).toContainEqual(
    expect.objectContaining({
      name: `GET ${new URL(twin.url).host}`,
      fields: expect.objectContaining({ 'http.response.status_code': 200 }),
    }),
  );
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['insert', 'select']));
});

it('spans wait in a queue with a limit while the receiver hangs, and those beyond it are dropped', async () => {
  await using receiver = await startOtlpReceiver({ silent: true });
  const tracing = otlpTracing({
    endpoint: receiver.url,
    headers: {},
    share: 1,
    service: 'test',
    version: '0',
    onLost: () => {},
  });
  const MADE = 10_000;

  for (let i = 0; i < MADE; i += 1) tracing.open(`span ${i}`, 'internal', {}).end();
  await expect.poll(() => receiver.spans.length).toBeGreaterThan(0);
  const inFlight = receiver.spans.length;
  receiver.answer();
  await tracing.close();

  expect(receiver.spans.length).toBeLessThanOrEqual(inFlight + MAX_QUEUE);
  expect(receiver.spans.length).toBeGreaterThan(inFlight);
});

it('keeps no trace where the share is 0', async () => {
  await using receiver = await startOtlpReceiver();
  const tracing = await openTracing(
    Environment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' }),
    'almanac-api',
    openLogger('silent', 'test'),
  );

  tracing?.open('request', 'server', {}).end();
  await tracing?.close();

  expect(receiver.spans).toEqual([]);
});

/** All spans of the same trace below one, at any depth. */
function below({ spans }: OtlpReceiver, { spanId, traceId }: ReceivedSpan): ReceivedSpan[] {
  const found: ReceivedSpan[] = [];
  const parents = new Set([spanId]);
  for (let added = true; added; ) {
    added = false;
    for (const span of spans) {
      if (span.traceId !== traceId || parents.has(span.spanId) || !parents.has(span.parentSpanId ?? '')) continue;
      parents.add(span.spanId);
      found.push(span);
      added = true;
    }
  }
  return found;
}
