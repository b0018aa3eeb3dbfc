import { ENDPOINTS, RATE_WINDOW_SECONDS } from '@almanac/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { contractCases } from '../support/contract-inputs.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { countingRoute, echoRoute, postRoute } from '../support/routes.ts';

let database: TestDatabase;
let app: TestApp;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const worker = openTestDatabases(database.url);
  ({ key } = await grantedKey(worker.primary));
  await worker.close();
  app = await testApp({ routes: ROUTES, pages: PAGES, databaseUrl: database.url, liveFetchQueue: 1_000_000 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe('every endpoint of the contract', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers any input as the contract says',
    async (_name, endpoint) => {
      await fc.assert(
        fc.asyncProperty(contractCases(endpoint), async ({ path, method, body, expected }) => {
          const authorization = endpoint.auth === 'none' ? {} : { authorization: `Bearer ${key}` };
          await runCase(app, { path, method, body, expected }, endpoint.errors, authorization);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('has a handler, and every handler its contract', () => {
    const answered = ROUTES.map(({ endpoint }) => endpoint.id).toSorted();

    expect(answered).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
  });
});

describe('the runner itself', () => {
  const routes = [echoRoute, postRoute, countingRoute()];

  it.each(routes.map((route) => [route.endpoint.id, route] as const))('holds for %s', async (_id, route) => {
    await using other = await testApp({ routes });

    await fc.assert(
      fc.asyncProperty(contractCases(route.endpoint), async (given) => {
        await runCase(other, given);
      }),
      { numRuns: 150 },
    );
  });

  it('notices an answer that breaks its schema', async () => {
    const broken = { ...echoRoute, handle: async () => ({ data: { package: 7 } }) };
    await using other = await testApp({ routes: [broken] });

    await expect(other.get('/api/v1/echo/curl')).rejects.toThrow();
  });
});

it('serves the reference page and the description at the root of the site', async () => {
  const page = await app.get('/docs');
  const document = await app.get('/openapi.json');

  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(document.body['openapi']).toBe('3.1.0');
});

async function runCase(
  target: TestApp,
  { path, method, body, expected }: { path: string; method: string; body?: string | undefined; expected: string },
  /** Of the endpoint's own: no worker runs here that could ask an upstream or count anything. */
  errors: readonly string[] = [],
  authorization: { authorization?: string } = {},
): Promise<void> {
  const headers = { ...authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await target.get(path, { method, headers, ...(body === undefined ? {} : { body }) });

  const { code } = response.body;
  if (code === 'UPSTREAM_UNAVAILABLE' || code === 'NOT_COMPUTED_YET') expect(errors).toContain(code);
  else expect(response.status).toBeLessThan(500);
  if (expected === 'refused') expect(response.status).toBe(400);
  const reset = Number(response.headers.get('x-ratelimit-reset'));
  const now = target.clock.now / 1_000;
  expect(reset).toBeGreaterThan(now);
  expect(reset).toBeLessThanOrEqual(now + RATE_WINDOW_SECONDS);
}
