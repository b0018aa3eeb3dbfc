import { CALLER_BUDGETS, RATES } from '@almanac/contract';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { openDeps } from '../src/app/deps.ts';
import { buildApp } from '../src/http/app.ts';
import type { Route } from '../src/http/route.ts';
import { openLogger } from '../src/platform/logger.ts';
import type { GuardedRedis } from '../src/platform/redis.ts';
import { openTestDatabases } from '../test/support/database.ts';

export interface BenchApp {
  readonly routes: readonly Route[];
  readonly databaseUrl?: string;
  readonly redis?: GuardedRedis | null;
  readonly limited?: boolean;
  readonly cacheBytes: number;
  readonly prepare?: boolean;
  /** Bodies of CVEs of another release are not used. */
  readonly release?: string;
}

export const BENCH_BUILD = { version: 'bench', commit: null, startedAt: 0 };

const NO_LIMIT = { withoutKey: Number.MAX_SAFE_INTEGER, withKey: Number.MAX_SAFE_INTEGER };

/** Our server as a deployment runs it, with budgets that nobody uses up. */
export function benchApp({
  routes,
  databaseUrl = 'postgres://127.0.0.1:1/none',
  redis = null,
  limited = false,
  cacheBytes,
  prepare = true,
  release = BENCH_BUILD.version,
}: BenchApp): FastifyInstance {
  const unlimited = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, Number.MAX_SAFE_INTEGER]));
  return buildApp({
    deps: openDeps({
      databases: openTestDatabases(databaseUrl, { role: 'almanac_api', max: 8, prepare }),
      redis,
      now: Date.now,
      build: { ...BENCH_BUILD, version: release },
      baseUrl: 'http://127.0.0.1/api/v1',
    }),
    settings: {
      trustedProxies: ['127.0.0.1'],
      rates: unlimited as typeof RATES,
      limitAcrossProcesses: limited,
      cacheBytes,
      redisPrefix: 'bench:',
      // The first questions of a process are slow on a busy machine.
      deadlineMs: 60_000,
      maxComputing: 64,
      bodyLimit: 1 << 20,
      memoryBudget: 128 << 20,
      maxDocuments: 6,
      maxFollowing: 1_000,
      callerBudgets: { ...CALLER_BUDGETS, computing: { withoutKey: 64, withKey: 64 }, entries: NO_LIMIT },
      timeouts: { headersMs: 10_000, requestMs: 15_000, connectionMs: 30_000 },
    },
    routes,
    pages: [],
    registry: new Registry(),
    log: openLogger('warn', 'bench'),
  });
}

/** Tells the parent where it listens, and how much CPU it has used whenever it is asked. */
export async function serveBench(app: FastifyInstance, path: string): Promise<void> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit(0));
  process.send?.({ address: address + path });
}
