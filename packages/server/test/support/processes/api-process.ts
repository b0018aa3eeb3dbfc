import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint, RATES } from '@almanac/contract';
import closeWithGrace from 'close-with-grace';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { openDeps } from '../../../src/app/deps.ts';
import { httpSettings, readEnvironment } from '../../../src/bin/environment.ts';
import { buildApp } from '../../../src/http/app.ts';
import { route } from '../../../src/http/route.ts';
import { loggerOptions } from '../../../src/platform/logger.ts';
import { guardedRedis } from '../../../src/platform/redis.ts';
import { openTestDatabases } from '../database.ts';
import { ROOMY } from '../roomy.ts';
import { countingRoute, echoRoute, plainRoute } from '../routes.ts';
import type { ApiProcessOptions, FromApi, ToApi } from './api-process-start.ts';

/**
 * One api process of a test, wired as bin/start-api.ts does it, with routes of its own:
 * `node api-process.ts <options as JSON>`. Its parent moves its clock and hears when Redis comes and goes.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as ApiProcessOptions;
let clock = options.now;
const tell = (message: FromApi) => void process.send?.(message);

const environment = readEnvironment({});
const registry = new Registry();
const redis =
  options.redisUrl === null
    ? null
    : guardedRedis({ url: options.redisUrl, onChange: (available) => tell({ kind: 'redis', available }) });
const databases = openTestDatabases(options.databaseUrl ?? 'postgres://nobody@127.0.0.1:1/nothing', {
  max: environment.DATABASE_POOL,
  applicationName: 'test-api',
  statementTimeoutMs: environment.DEADLINE_MS,
});

/** The other budget of the contract; never cached. */
const issues = route(
  endpoint({
    id: 'testIssues',
    method: 'GET',
    path: '/issues',
    area: 'tracker',
    summary: 'The class with a budget of its own',
    data: z.object({}),
    cache: 0,
    rate: 'issues',
    example: {},
  }),
  async () => ({ data: {} }),
);
const slow = plainRoute('/slow', async () => {
  tell({ kind: 'slow' });
  await sleep(options.slowMs ?? 500);
  if (options.databaseUrl !== undefined) await sql`select 1`.execute(databases.primary);
  return { data: { done: true } };
});
/** Capacity is the pool's: every answer holds a connection for a few milliseconds. */
const work = plainRoute('/work', async () => {
  const { rows } = await sql`select pg_sleep(0.02), repeat('x', 500) as padding`.execute(databases.primary);
  return { data: { rows } };
});

const app = buildApp({
  deps: openDeps({
    databases,
    redis,
    now: () => clock ?? Date.now(),
    build: { version: 'test', commit: null, startedAt: Date.now() },
    baseUrl: 'http://api.test/api/v1',
  }),
  settings: {
    ...httpSettings(environment),
    redisPrefix: 'test:',
    callerBudgets: ROOMY,
    ...options.settings,
    rates: { ...RATES, ...options.settings?.rates },
  },
  routes: [countingRoute(), echoRoute, issues, slow, work],
  pages: [],
  registry,
  log: pino(loggerOptions(options.logLevel ?? 'silent', 'test')),
});
app.addHook('onClose', async () => {
  redis?.close();
  await databases.close();
});

process.on('message', (message: ToApi) => {
  clock = message.now;
  tell({ kind: 'clock' });
});
process.on('disconnect', () => process.exit(1)); // never outlives its test
closeWithGrace({ delay: options.graceMs ?? 10_000, logger: false }, async () => {
  await app.close();
  process.disconnect();
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
while (redis !== null && !redis.available) await sleep(10);
tell({ kind: 'listening', url });
