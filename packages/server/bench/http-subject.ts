import { endpoint } from '@almanac/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { buildApp } from '../src/http/app.ts';
import { type Route, route } from '../src/http/route.ts';
import { openDatabases } from '../src/platform/db.ts';
import { openLogger } from '../src/platform/logger.ts';
import { guardedRedis } from '../src/platform/redis.ts';
import type { Database } from '../src/store/database.ts';

/**
 * One server under load, in a process of its own: `node http-subject.ts <mode> <redis url>`.
 * It prints its address and answers every message from its parent with the CPU time it has used.
 */
const [mode = '', redisUrl = ''] = process.argv.slice(2);

/** About 6 kB, as a CVE record has. */
const items = Array.from({ length: 40 }, (_, i) => ({
  id: `CVE-2026-9${i}000`,
  summary: 'A flaw of some kind. '.repeat(5),
}));
const document = JSON.stringify({ success: true, data: { items }, timestamp: '2026-11-15T00:00:00.000Z' });

const SUBJECTS: Record<string, () => Promise<FastifyInstance>> = {
  'bare fastify': async () => bare(async () => body),
  'cached answer': async () => almanac({ limited: false, cacheBytes: 1 << 26, redisUrl: null }),
  'bare fastify, one INCR': async () => {
    const redis = new Redis(redisUrl);
    return bare(async () => {
      await redis.incr('bench:counter');
      return body;
    });
  },
  'cached answer, shared limit': async () => almanac({ limited: true, cacheBytes: 1 << 26, redisUrl }),
  'bare fastify, one GET': async () => {
    const redis = new Redis(redisUrl);
    await redis.set('bench:document', document);
    return bare(() => redis.getBuffer('bench:document') as Promise<Buffer>);
  },
  'shared-cache answer': async () => almanac({ limited: false, cacheBytes: 1, redisUrl }),
};

const body = Buffer.from(document);
const app = await (SUBJECTS[mode] ?? fail)();
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
process.send?.({ address: `${address}/api/v1/bench` });

function fail(): never {
  throw new Error(`unknown mode '${mode}'; one of ${Object.keys(SUBJECTS).join(', ')}`);
}

function bare(answer: () => Promise<Buffer>): FastifyInstance {
  const server = fastify();
  server.get('/api/v1/bench', async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return answer();
  });
  return server;
}

async function almanac(given: {
  limited: boolean;
  cacheBytes: number;
  redisUrl: string | null;
}): Promise<FastifyInstance> {
  const redis = given.redisUrl === null ? null : guardedRedis({ url: given.redisUrl });
  while (redis !== null && !redis.available) await new Promise((resolve) => setTimeout(resolve, 10));
  const unlimited = Number.MAX_SAFE_INTEGER;
  return buildApp({
    deps: {
      databases: openDatabases<Database>({
        primaryUrl: 'postgres://127.0.0.1:1/none',
        applicationName: 'bench',
        onError: () => {},
      }),
      redis,
      now: Date.now,
      build: { version: 'bench', commit: null, startedAt: 0 },
      baseUrl: 'http://127.0.0.1/api/v1',
    },
    settings: {
      trustedProxies: [],
      rates: {
        general: unlimited,
        issues: unlimited,
        health: unlimited,
        version: unlimited,
        openapi: unlimited,
        page: unlimited,
        fresh: unlimited,
      },
      limitAcrossProcesses: given.limited,
      cacheBytes: given.cacheBytes,
      redisPrefix: 'bench:',
      deadlineMs: 5_000,
      maxComputing: 64,
      maxLoopDelayMs: 5_000,
      bodyLimit: 1 << 20,
      timeouts: { headersMs: 10_000, requestMs: 15_000, connectionMs: 30_000 },
    },
    routes: [benchRoute()],
    pages: [],
    registry: new Registry(),
    log: openLogger('info', 'bench'),
  });
}

function benchRoute(): Route {
  const contract = endpoint({
    id: 'bench',
    method: 'GET',
    path: '/bench',
    area: 'meta',
    summary: 'About 6 kB',
    data: z.object({ items: z.array(z.object({ id: z.string(), summary: z.string() })) }),
    cache: 3_600,
    rate: 'general',
    example: { items: [] },
  });
  return route(contract, async () => ({ data: { items } }));
}
