import { endpoint, getIssues } from '@almanac/contract';
import { z } from 'zod';
import { type Route, route } from '../../src/http/route.ts';

/** Counts how often it was computed; an hour in the cache. */
export function countingRoute(work: () => Promise<void> = async () => {}): Route & { computed: () => number } {
  let count = 0;
  const contract = endpoint({
    id: 'testCount',
    method: 'GET',
    path: '/count',
    area: 'meta',
    summary: 'How often it was computed',
    query: z.object({ word: z.string().max(20).optional(), kind: z.enum(['a', 'b']).default('a') }),
    data: z.object({ count: z.int(), padding: z.string() }),
    cache: 3_600,
    rate: 'general',
    example: { count: 1, padding: '' },
  });
  const made = route(contract, async () => {
    count += 1;
    const mine = count;
    await work();
    return { data: { count: mine, padding: 'x'.repeat(2_000) } };
  });
  return { ...made, computed: () => count };
}

/** Says back what it was given; `package` may hold slashes. */
export const echoRoute = route(
  endpoint({
    id: 'testEcho',
    method: 'GET',
    path: '/echo/:package',
    wildcardParam: 'package',
    area: 'meta',
    summary: 'Says back a package name',
    params: z.object({ package: z.string().min(1).max(512) }),
    query: z.object({
      limit: getIssues.query.shape.limit,
      severity: z.enum(['low', 'high']).optional(),
      ecosystem: z.string().optional(),
    }),
    data: z.object({ package: z.string(), ecosystem: z.string().nullable() }),
    cache: 60,
    rate: 'general',
    example: { package: 'curl', ecosystem: null },
  }),
  async (_deps, { params, query }) => ({ data: { package: params.package, ecosystem: query.ecosystem ?? null } }),
);

/** Takes a body. */
export const postRoute = route(
  endpoint({
    id: 'testPost',
    method: 'POST',
    path: '/post',
    area: 'meta',
    summary: 'Says back the names it was sent',
    body: z.object({ names: z.array(z.string().max(100)).min(1).max(3) }),
    data: z.object({ names: z.array(z.string()) }),
    cache: 0,
    rate: 'issues',
    example: { names: ['curl'] },
  }),
  async (_deps, { body }) => ({ data: { names: body.names } }),
);

/** A route whose handler is the test's own; never cached. */
export function plainRoute(path: string, handle: Route['handle'], cache = 0): Route {
  const contract = endpoint({
    id: `test${path}`,
    method: 'GET',
    path,
    area: 'meta',
    summary: 'A test route',
    data: z.looseObject({}),
    cache,
    rate: 'general',
    example: {},
  });
  return route(
    contract,
    async (deps, input, context) => (await handle(deps, input, context)) as { data: Record<string, unknown> },
  );
}
