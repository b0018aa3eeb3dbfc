import { ENDPOINTS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { grantedKey } from '../support/access.ts';
import { type Checked, type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { wrongAddresses, wrongBodies } from '../support/wrong-inputs.ts';

let database: TestDatabase;
let app: TestApp;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const worker = openTestDatabases(database.url);
  ({ key } = await grantedKey(worker.primary));
  await worker.close();
  app = await testApp({ routes: ROUTES, databaseUrl: database.url });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Phrases of the validation library, of the JSON parser and of the database. */
const FOREIGN = [
  /invalid input/i,
  /expected .+,? (?:but )?received/i,
  /\breceived\b/i,
  /too (?:small|big)/i,
  /invalid (?:option|string|format|key|union|discriminator|element|date|url|type)/i,
  /must (?:match|start|end|be|have)/i,
  /unrecogni[sz]ed/i,
  /\bNaN\b|\bundefined\b|\[object /,
  /to have [<>]/i,
  /regex|pattern/i,
  /unexpected (?:token|end)|JSON at position/i,
  /syntax for type|relation/i,
];
/** Of the contract itself, word for word (section 7). */
const OURS = new Set(['Invalid vulnerability ID format']);

function foreignIn({ body: { error, hint } }: Checked): string[] {
  return [error, hint].filter(
    (text) => typeof text === 'string' && !OURS.has(text) && FOREIGN.some((phrase) => phrase.test(text)),
  );
}

describe('a 400 is written by us', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const authorization = { authorization: `Bearer ${key}` };
      const headers = { ...authorization, 'content-type': 'application/json' };
      const { method } = endpoint;
      const foreign: string[] = [];
      for (const address of wrongAddresses(endpoint)) {
        const answer = await app.get(
          `/api/v1${address}`,
          method === 'GET' ? { headers: authorization } : { method, headers, body: '{}' },
        );
        if (answer.status === 400) foreign.push(...foreignIn(answer));
      }
      for (const body of wrongBodies(endpoint)) {
        const path = endpoint.path.replaceAll(':id', 'CVE-2026-10001');
        const answer = await app.get(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
        if (answer.status === 400) foreign.push(...foreignIn(answer));
      }

      expect([...new Set(foreign)].slice(0, 10)).toEqual([]);
    },
  );

  it.each([
    ['/issues?status=done', "Parameter 'status' has the value 'done': expected open, closed or all"],
    ['/issues?assigned=yes', "Parameter 'assigned' has the value 'yes': expected true or false"],
    ['/search?q=', "Parameter 'q' has the value '': expected at least 1 character"],
    ['/trending?days=31', "Parameter 'days' has the value '31': expected an integer from 1 to 30, in digits"],
  ])('%s says what is allowed', async (address, error) => {
    const { status, body } = await app.get(`/api/v1${address}`);

    expect([status, body['error']]).toEqual([400, error]);
  });

  it.each([
    [{ ids: 'CVE-2026-10001' }, "Member 'ids': expected a list"],
    [{ ids: [] }, "Member 'ids': expected at least 1 entry"],
    [{ ids: [7] }, "Member 'ids.0': expected a text"],
    [{ ids: ['CVE-2026-10001'], view: 'long' }, "Member 'view': expected full or brief"],
    [[], 'The body: expected an object'],
  ])('of the body %j says what is expected', async (body, error) => {
    const headers = { 'content-type': 'application/json' };

    const answer = await app.get('/api/v1/cve/batch', { method: 'POST', headers, body: JSON.stringify(body) });

    expect([answer.status, answer.body['error']]).toEqual([400, error]);
  });
});
