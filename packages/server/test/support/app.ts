import { answerOf, type Endpoint, ErrorBody, RATES } from '@almanac/contract';
import type { DataSelection } from '@almanac/core/matching';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import type { AccessSettings } from '../../src/app/access/settings.ts';
import type { FollowLimits } from '../../src/app/changes/change-log.ts';
import { openDeps } from '../../src/app/deps.ts';
import type { PublishedSnapshot } from '../../src/app/published-snapshot.ts';
import type { ProcessesOptions } from '../../src/app/sbom/processes.ts';
import { readEnvironment } from '../../src/bin/environment.ts';
import type { ThreadData } from '../../src/bin/large-thread.ts';
import { type LargeWork, openLargeWork } from '../../src/http/admission/large-work.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Page } from '../../src/http/page.ts';
import { API_PREFIX, type Route } from '../../src/http/route.ts';
import type { HttpSettings } from '../../src/http/settings.ts';
import type { ChatModel } from '../../src/platform/chat-model.ts';
import { loggerOptions } from '../../src/platform/logger.ts';
import type { Pool } from '../../src/platform/postgres.ts';
import type { Receivers } from '../../src/platform/receivers.ts';
import type { GuardedRedis } from '../../src/platform/redis.ts';
import { openTestDatabases } from './database.ts';
import { ROOMY } from './roomy.ts';

export interface TestApp extends AsyncDisposable {
  readonly url: string;
  /** Moves by itself never: a test says what time it is. */
  readonly clock: { now: number };
  /** Everything that was logged, one line each. */
  readonly logged: string[];
  readonly registry: Registry;
  /** How often a statement or a transaction has begun. */
  readonly statements: number;
  /** Every statement that was sent, those within transactions too. */
  readonly sent: readonly string[];
  /** Its connections. */
  readonly pool: Pool;
  /** A request over a real socket whose answer is held against the contract. */
  get(path: string, init?: RequestInit): Promise<Checked>;
  close(): Promise<void>;
}

export interface Checked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; null where there is none. */
  readonly body: Body;
}

/** A test reads whatever it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>;

export interface TestAppOptions {
  readonly routes?: readonly Route[];
  readonly pages?: readonly Page[];
  readonly redis?: GuardedRedis | null;
  readonly databaseUrl?: string;
  /** Connections at once; those of a deployment where it is left out. */
  readonly connections?: number;
  /** Whether statements are prepared; they are where it is left out. */
  readonly prepare?: boolean;
  readonly settings?: Partial<HttpSettings>;
  readonly version?: string;
  /** Default: that of the API, `http://api.test`. */
  readonly siteUrl?: string;
  readonly notice?: string;
  /** The data is whole where it is left out. */
  readonly selection?: DataSelection;
  /** None is published where it is left out. */
  readonly snapshot?: PublishedSnapshot;
  readonly now?: () => number;
  /** Without a worker there is nothing to wait for. */
  readonly liveFetchMs?: number;
  readonly liveFetchQueue?: number;
  readonly chatModel?: ChatModel;
  /** Nobody waits, and streams end at once. */
  readonly follow?: FollowLimits;
  readonly access?: AccessSettings;
  /** No webhook can be reached where it is left out. */
  readonly receivers?: Receivers;
  readonly securityContacts?: readonly string[];
  readonly sbom?: Partial<Omit<ProcessesOptions, 'settings'>>;
  /** Large answers are made in a thread, as in production; where it is left out, where all others are. */
  readonly largeThread?: boolean;
}

const PLENTY = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, 1e9])) as HttpSettings['rates'];

/** The whole application on a port of its own, with limits out of the way unless a test sets them. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = { now: Date.UTC(2026, 10, 15, 8, 0, 0) };
  const logged: string[] = [];
  const registry = new Registry();
  const databases = openTestDatabases(options.databaseUrl ?? 'postgres://nobody@127.0.0.1:1/nothing', {
    role: 'almanac_api',
    applicationName: 'test',
    ...(options.connections === undefined ? {} : { max: options.connections }),
    ...(options.prepare === undefined ? {} : { prepare: options.prepare }),
  });
  const routes = options.routes ?? [];
  const large = options.largeThread === true ? openThread(options) : null;
  const app = buildApp({
    large,
    deps: openDeps({
      databases,
      redis: options.redis ?? null,
      now: options.now ?? (() => clock.now),
      build: { version: options.version ?? 'test', commit: null, startedAt: clock.now },
      baseUrl: 'http://api.test/api/v1',
      siteUrl: options.siteUrl,
      notice: options.notice,
      selection: options.selection,
      snapshot: options.snapshot,
      liveFetchMs: options.liveFetchMs ?? 0,
      liveFetchQueue: options.liveFetchQueue,
      chatModel: options.chatModel ?? null,
      access: options.access,
      receivers: options.receivers,
      follow: options.follow ?? { wait: 0, stream: 0, heartbeat: 1_000, slow: 1_000 },
      securityContacts: options.securityContacts,
      sbom: options.sbom,
    }),
    settings: {
      trustedProxies: [],
      rates: PLENTY,
      limitAcrossProcesses: true,
      cacheBytes: 1 << 24,
      redisPrefix: 'test:',
      deadlineMs: 5_000,
      maxComputing: 64,
      bodyLimit: 1 << 16,
      memoryBudget: 128 << 20,
      maxDocuments: 6,
      maxFollowing: 1_000,
      callerBudgets: ROOMY,
      timeouts: { headersMs: 10_000, requestMs: 15_000, connectionMs: 30_000 },
      ...options.settings,
    },
    routes,
    pages: options.pages ?? [],
    registry,
    log: pino(loggerOptions('debug', 'test'), { write: (line: string) => logged.push(line) }),
  });
  let statements = 0;
  databases.pool.on('acquire', () => (statements += 1));
  const sent: string[] = [];
  databases.pool.on('connect', (client) => noteStatements(client, sent));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  async function close(): Promise<void> {
    await app.close();
    await large?.close();
    await databases.close();
  }
  return {
    url,
    clock,
    logged,
    registry,
    sent,
    pool: databases.pool,
    get statements() {
      return statements;
    },
    get: async (path, init) => checked(await fetch(url + path, init), routes, init?.method),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The thread that the API starts. It knows the routes and pages of the API alone. */
function openThread({ databaseUrl, settings }: TestAppOptions): LargeWork {
  const environment = readEnvironment({
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    BASE_URL: 'http://api.test/api/v1',
    DEADLINE_MS: String(Math.max(100, settings?.deadlineMs ?? 5_000)),
  });
  const module = new URL('../../src/bin/large-thread.ts', import.meta.url);
  const build = { version: 'test', commit: null, startedAt: 0 };
  const data: ThreadData = { environment, build };
  const work = openLargeWork({ module, data, onEnd: () => {} });
  work.start();
  return work;
}

function noteStatements(client: PoolClient, sent: string[]): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  client.query = ((...given: readonly unknown[]) => {
    if (typeof given[0] === 'string') sent.push(given[0]);
    return query(...given);
  }) as typeof client.query;
}

/** Every answer in every test is valid against the contract, with every header the contract names. */
export async function checked(response: Response, routes: readonly Route[], method = 'GET'): Promise<Checked> {
  const { status, headers } = response;
  const { pathname } = new URL(response.url);
  return checkAnswer({ status, headers, text: await response.text() }, { routes, method, pathname });
}

/** The same for an answer that came over no socket. */
export function checkAnswer(
  { status, headers, text }: Pick<Checked, 'status' | 'headers' | 'text'>,
  { routes, method, pathname }: { routes: readonly Route[]; method: string; pathname: string },
): Checked {
  expect(headers.get('x-cache')).toMatch(/^(HIT|MISS)$/);
  expect(headers.get('cache-control')).toBeTruthy();
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9-]{1,64}$/);
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  if (text === '' || headers.get('content-type')?.startsWith('application/json') !== true)
    return { status, headers, text, body: {} };

  const body = JSON.parse(text) as Record<string, unknown>;
  if (status < 300) {
    const endpoint = endpointOf(method, pathname, routes);
    if (endpoint !== undefined) expect([endpoint.status ?? 200, ...(endpoint.otherStatuses ?? [])]).toContain(status);
    if (endpoint !== undefined) expect(answerOf(endpoint).safeParse(body).error).toBeUndefined();
  } else {
    expect(ErrorBody.strict().safeParse(body).error).toBeUndefined();
    expect(headers.get('cache-control')).toBe('no-store');
  }
  return { status, headers, text, body };
}

/** The endpoint at an address; undefined where there is a page or nothing. */
export function endpointOf(method: string, pathname: string, routes: readonly Route[]): Endpoint | undefined {
  const segments = pathname.slice(API_PREFIX.length).split('/');
  return routes
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.method === (method === 'HEAD' ? 'GET' : method))
    .find(({ path, wildcardParam }) => {
      const wanted = path.split('/');
      if (wildcardParam === undefined && wanted.length !== segments.length) return false;
      return wanted.every((segment, i) => segment.startsWith(':') || segment === segments[i]);
    });
}
