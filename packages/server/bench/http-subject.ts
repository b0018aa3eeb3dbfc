import { endpoint } from '@almanac/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { type Route, route } from '../src/http/route.ts';
import { guardedRedis } from '../src/platform/redis.ts';
import { benchApp, serveBench } from './bench-app.ts';

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
await serveBench(await (SUBJECTS[mode] ?? fail)(), '/api/v1/bench');

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
  return benchApp({ routes: [benchRoute()], redis, limited: given.limited, cacheBytes: given.cacheBytes });
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
