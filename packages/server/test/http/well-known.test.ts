import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Environment } from '../../src/bin/environment.ts';
import { PAGES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { IDS } from '../support/worlds/cve-world.ts';

/** None of them the contract's own: what is said has to come from what is enforced. */
const rates = { ...RATES };
for (const [index, name] of Object.keys(RATES).entries()) rates[name as keyof typeof RATES] = (1_000 + index) as never;
const CONTACTS = ['mailto:security@almanac.test', 'https://almanac.test/report'];

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    settings: { rates },
    securityContacts: CONTACTS,
  });
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('/.well-known/api-policy.json', () => {
  it('says of every endpoint the limit that its answers carry', async () => {
    const policy = await readPolicy();

    const enforced = await Promise.all(policy.endpoints.map(limitOf));

    const said = policy.endpoints.map(
      ({ rate }) => policy.rateLimits.requestsPerWindow[rate.withoutKey ?? classOfRefused(rate)],
    );
    expect(enforced).toEqual(said);
    expect(said.length).toBeGreaterThan(50);
    expect(policy.rateLimits.requestsPerWindow).toEqual(rates);
  });

  it('says how long an answer may be kept as the answer does', async () => {
    const { endpoints } = await readPolicy();
    const plain = endpoints.filter(
      ({ method, path, auth }) => method === 'GET' && !path.includes(':') && auth === 'none',
    );

    const answers = await Promise.all(plain.map(({ path }) => app.get(path)));

    const kept = plain.flatMap(({ id, cacheSeconds }, index) => {
      const answer = answers[index];
      if (answer?.status !== 200) return [];
      const [, seconds = '0'] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
      return [{ id, said: cacheSeconds, sent: Number(seconds) }];
    });
    expect(kept.filter(({ said, sent }) => sent > said)).toEqual([]);
    expect(kept.filter(({ said, sent }) => sent === said && sent > 0).length).toBeGreaterThan(5);
  });

  it('names what needs a key', async () => {
    const { endpoints, authentication } = await readPolicy();

    const refused = await Promise.all(
      endpoints.map(async ({ id, method, path }) => ((await ask(method, path)).status === 401 ? [id] : [])),
    );

    expect(authentication.neededFor).toEqual(refused.flat());
    expect(authentication.neededFor).toContain('getGhsa');
  });
});

describe('/.well-known/security.txt', () => {
  it('names the contacts that were set, and expires within a year', async () => {
    const { status, headers, text } = await app.get('/.well-known/security.txt');

    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.match(/^Contact: .*$/gm)).toEqual(CONTACTS.map((contact) => `Contact: ${contact}`));
    expect(text).toMatch(/^Expires: 2026-05-30T00:00:00.000Z$/m);
  });

  it('is not there where none was set', async () => {
    await using bare = await testApp({ pages: PAGES });

    const { status, body } = await bare.get('/.well-known/security.txt');

    expect([status, body['code']]).toEqual([404, 'ROUTE_UNKNOWN']);
  });

  it.each(['security@almanac.test', 'http://almanac.test', 'mailto:a b', 'https://a\nContact: mailto:x'])(
    'takes no %j for a contact',
    (SECURITY_CONTACT) => {
      expect(Environment.safeParse({ SECURITY_CONTACT }).error?.issues[0]?.path).toEqual(['SECURITY_CONTACT']);
    },
  );
});

it('/robots.txt leads to the sitemap, and the pages of the sitemap exist', async () => {
  const robots = await app.get('/robots.txt');
  const sitemap = await app.get('/sitemap.xml');

  const paths = [...sitemap.text.matchAll(/<loc>http:\/\/api\.test(.*?)<\/loc>/g)].map(([, path = '']) => path);
  const statuses: number[] = [];
  // One after the other: so many at once would be refused.
  for (const path of paths) statuses.push((await app.get(path)).status);
  expect(robots.text).toContain('\nSitemap: http://api.test/sitemap.xml\n');
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(paths).toContain(`/${IDS.published}`);
  expect(paths).not.toContain(`/${IDS.rejected}`);
  expect(
    PAGES.map(({ path }) => path)
      .filter(isFixed)
      .filter((path) => !paths.includes(path)),
  ).toEqual([]);
});

interface Policy {
  readonly rateLimits: { readonly requestsPerWindow: Readonly<Record<string, number>> };
  readonly authentication: { readonly neededFor: readonly string[] };
  readonly endpoints: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly auth: string;
    readonly rate: { readonly withoutKey: string | null; readonly withKey: string };
    readonly cacheSeconds: number;
  }[];
}

async function readPolicy(): Promise<Policy> {
  return (await app.get('/.well-known/api-policy.json')).body as unknown as Policy;
}

/** A page for people that is always there; a search has no end. */
function isFixed(path: string): boolean {
  return !/[:.]/.test(path) && path !== '/search';
}

/** A request without the key that an endpoint needs is refused and counted like others of its kind. */
function classOfRefused({ withKey }: Policy['endpoints'][number]['rate']): string {
  return withKey === 'key' ? 'general' : withKey;
}

/** What it says is unreadable nearly always, and is counted all the same. */
async function limitOf({ method, path }: { method: string; path: string }): Promise<number> {
  return Number((await ask(method, path)).headers.get('x-ratelimit-limit'));
}

function ask(method: string, path: string) {
  return app.get(path.replaceAll(/:[a-z]+/gi, 'x'), { method });
}
