import { RATES } from '@almanac/contract';
import { DEVICE_CODE_PATH, TOKEN_PATH } from '@almanac/twins';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessSettings } from '../../src/app/access/settings.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { Db } from '../../src/store/database.ts';
import { CLIENT, type Provider, startProvider } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';

const OCTOCAT = { id: 583231, login: 'octocat' };

let database: TestDatabase;
let db: Db;
let closeDb: () => Promise<void>;
let provider: Provider;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ primary: db, close: closeDb } = openTestDatabases(database.url, { max: 2 }));
  provider = await startProvider();
});
afterAll(async () => {
  await closeDb();
  await provider[Symbol.asyncDispose]();
  await database.close();
});
beforeEach(() => provider.twin.faults.clear());
afterEach(async () => {
  await app.close();
  await db.deleteFrom('api_key').execute();
  await db.deleteFrom('account').execute();
});

const start = async (access: AccessSettings, databaseUrl = database.url) => {
  app = await testApp({ routes: ROUTES, databaseUrl, access });
};
const ask = (body: unknown, headers: Record<string, string> = {}) =>
  app.get('/api/v1/request-access', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const listed = (key: string) => app.get('/api/v1/ghsa', { headers: { authorization: `Bearer ${key}` } });

describe('from the device flow to a key', () => {
  it('goes by the addresses of /version, with patience, and ends with a key that works', async () => {
    await start(provider.settings('open', { withSecret: true }));
    const { access } = (await app.get('/api/v1/version')).body['data'];
    const code = await form(access.deviceEndpoint, { client_id: access.clientId });
    const poll = () =>
      form(access.tokenEndpoint, {
        client_id: access.clientId,
        device_code: code['device_code'],
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      });

    const pending = await poll();
    const hasty = await poll();
    provider.people.approve(code['user_code'], OCTOCAT);
    provider.clock.advance(hasty['interval'] * 1_000);
    const { access_token: token } = await poll();
    const granted = await ask({ token });
    const { data } = granted.body;
    const works = await listed(data.apiKey);

    expect([pending['error'], hasty['error']]).toEqual(['authorization_pending', 'slow_down']);
    expect([granted.status, data.status, data.account]).toEqual([201, 'granted', OCTOCAT]);
    expect(data.limits).toEqual({ requestsPerMinute: 300 });
    expect(data.apiKey.startsWith(data.keyPrefix)).toBe(true);
    expect(works.status).toBe(200);
    expect(access).toEqual({
      deviceEndpoint: provider.twin.url + DEVICE_CODE_PATH,
      tokenEndpoint: provider.twin.url + TOKEN_PATH,
      clientId: CLIENT,
      policy: 'open',
    });
  });

  it.each([
    ['denied', (code: string) => provider.people.deny(code), 'access_denied'],
    ['let it expire', () => provider.clock.advance(900_000), 'expired_token'],
  ])('ends without a token when the user has %s', async (_name, act, error) => {
    await start(provider.settings('open'));
    const code = await form(provider.twin.url + DEVICE_CODE_PATH, { client_id: CLIENT });
    act(code['user_code']);

    const answer = await form(provider.twin.url + TOKEN_PATH, {
      client_id: CLIENT,
      device_code: code['device_code'],
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });
    const refused = await ask({ token: answer['access_token'] });

    expect(answer['error']).toBe(error);
    expect([refused.status, refused.body['code']]).toEqual([400, 'BODY_INVALID']);
  });

  async function form(url: string, members: Record<string, string>) {
    const headers = { accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(members) });
    return (await response.json()) as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
  }
});

describe('who asks again', () => {
  it('has a new key that works and an old one that does not, at once here and within a minute elsewhere', async () => {
    await start(provider.settings('open'));
    await using other = await testApp({ routes: ROUTES, databaseUrl: database.url, now: () => app.clock.now });
    const token = provider.people.issue(OCTOCAT, CLIENT);
    const old = (await ask({ token })).body['data'].apiKey;
    const headers = { authorization: `Bearer ${old}` };
    const used = [await listed(old), await other.get('/api/v1/ghsa', { headers })];

    const rotated = await ask({ token, rotate: true });
    const here = [await listed(old), await listed(rotated.body['data'].apiKey)];
    app.clock.now += 60_000;
    const elsewhere = await other.get('/api/v1/ghsa', { headers });

    expect(used.map(({ status }) => status)).toEqual([200, 200]);
    expect(here.map(({ status }) => status)).toEqual([401, 200]);
    expect([elsewhere.status, elsewhere.body['code']]).toEqual([401, 'KEY_INVALID']);
  });

  it('is not shown the key, and with rotate gets another that takes its place', async () => {
    await start(provider.settings('open'));
    const token = provider.people.issue(OCTOCAT, CLIENT);
    const first = await ask({ token });
    const again = await ask({ token });
    const rotated = await ask({ token, rotate: true });
    app.clock.now += 60_000;

    const [before, after] = [await listed(first.body['data'].apiKey), await listed(rotated.body['data'].apiKey)];

    expect([first.status, again.status, rotated.status]).toEqual([201, 200, 201]);
    expect(again.body['data']).toEqual({
      status: 'granted',
      account: OCTOCAT,
      keyPrefix: first.body['data'].keyPrefix,
      limits: { requestsPerMinute: 300 },
    });
    expect([before.status, before.body['code'], after.status]).toEqual([401, 'KEY_INVALID', 200]);
  });

  it('is the same account under another login, and has one valid key however many ask at once', async () => {
    await start(provider.settings('open'));
    const token = provider.people.issue(OCTOCAT, CLIENT);
    const renamed = provider.people.issue({ ...OCTOCAT, login: 'mona' }, CLIENT);

    const answers = await Promise.all([token, renamed, token, renamed, token].map((one) => ask({ token: one })));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const kept = await db.selectFrom('account').innerJoin('api_key', 'account_id', 'account.id').selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ provider: provider.twin.url, provider_id: 583231, revoked_at: null });
  });
});

describe('by hand', () => {
  it('waits, is granted, gets a key, is held, let in again and thrown out', async () => {
    await start(provider.settings('manual'));
    const token = provider.people.issue(OCTOCAT, CLIENT);
    const operator = (...args: string[]) => run({ DATABASE_URL: database.url }, ['access', ...args]);
    const next = () => (app.clock.now += 60_000);

    const waiting = await ask({ token });
    const stillWaiting = await ask({ token, rotate: true });
    const list = await operator();
    const granted = await operator('grant', 'octocat', '--note', 'from the maintainers');
    const first = await ask({ token });
    const key = first.body['data'].apiKey;
    const used = await listed(key);
    await operator('hold', '583231');
    next();
    const [held, elsewhere] = [await listed(key), await app.get('/api/v1/version', bearer(key))];
    const askedWhileHeld = await ask({ token });
    await operator('grant', 'OCTOCAT');
    next();
    const back = await listed(key);
    const rotated = await operator('rotate', 'octocat');
    next();
    const [old, replaced] = [await listed(key), await listed(rotated.out.trim().split('\n').at(-1) ?? '')];
    await operator('revoke', 'octocat', '--note', 'left');
    next();
    const out = await listed(rotated.out.trim().split('\n').at(-1) ?? '');
    const denied = await ask({ token, rotate: true });
    const history = await operator('list', '--status', 'revoked');

    expect([waiting.status, waiting.body['data']]).toEqual([202, { status: 'pending', account: OCTOCAT }]);
    expect([stillWaiting.status, stillWaiting.body['code']]).toEqual([403, 'ACCESS_PENDING']);
    expect(list.out).toContain('pending 583231 octocat');
    expect(granted.out).toContain('is granted. Their next request for access is answered with a key.');
    expect([first.status, used.status]).toEqual([201, 200]);
    expect([held.status, held.body['code']]).toEqual([403, 'ACCESS_PENDING']);
    expect([elsewhere.status, askedWhileHeld.status, back.status]).toEqual([200, 202, 200]);
    expect([old.body['code'], replaced.status, out.body['code']]).toEqual(['KEY_INVALID', 200, 'KEY_INVALID']);
    expect([denied.status, denied.body['code']]).toEqual([403, 'ACCESS_DENIED']);
    expect(history.out).toMatch(/revoked 583231 octocat .* by operator\n {2}no key\n {2}note: left\n1 accounts\./);
  });

  it.each([
    [['grant'], 2, 'Name an account'],
    [['grant', 'nobody'], 1, "nobody called 'nobody'"],
    [['grant', 'a', 'b'], 2, 'one account at a time'],
    [['list', '--status', 'odd'], 2, '--status is one of pending, granted, revoked'],
    [['forget', 'octocat'], 2, "'forget' is none of list, grant, hold, revoke, rotate"],
  ])('%j is refused', async (args, code, complaint) => {
    await start(provider.settings('manual'));

    const ended = await run({ DATABASE_URL: database.url }, ['access', ...args]);

    expect([ended.code, ended.complaint]).toEqual([code, expect.stringContaining(complaint)]);
  });

  it('takes away a key alone, and lets the account have another', async () => {
    await start(provider.settings('open'));
    const token = provider.people.issue(OCTOCAT, CLIENT);
    await ask({ token });
    await run({ DATABASE_URL: database.url }, ['access', 'revoke', 'octocat', '--key']);

    const another = await ask({ token });

    expect([another.status, another.body['data'].status]).toEqual([201, 'granted']);
  });

  it('asks for a number where two accounts have had one login, and rotates for nobody who waits', async () => {
    await start(provider.settings('manual'));
    for (const id of [1, 2]) await ask({ token: provider.people.issue({ id, login: 'twin' }, CLIENT) });
    const operator = (...args: string[]) => run({ DATABASE_URL: database.url }, ['access', ...args]);

    const [unclear, waiting, clear] = [
      await operator('grant', 'twin'),
      await operator('rotate', '2'),
      await operator('grant', '2'),
    ];

    expect([unclear.code, unclear.complaint]).toEqual([1, expect.stringContaining('give the number of one')]);
    expect([waiting.code, waiting.complaint]).toEqual([1, expect.stringContaining('grant access first')]);
    expect(clear.code).toBe(0);
  });
});

describe('a request for access', () => {
  it('is granted to whoever is on the list, and noted of others', async () => {
    await start(provider.settings('allowlist', { allowlist: ['583231', 'mona'] }));

    const asked = await Promise.all(
      [OCTOCAT, { id: 2, login: 'Mona' }, { id: 3, login: 'else' }].map((who) =>
        ask({ token: provider.people.issue(who, CLIENT) }),
      ),
    );

    expect(asked.map(({ status }) => status)).toEqual([201, 201, 202]);
  });

  it.each([
    ['without a token', {}],
    ['with null', { token: null }],
    ['with a number', { token: 7 }],
    ['with nothing', { token: '' }],
    ['with spaces', { token: 'gho a' }],
    ['with a line break', { token: 'gho_a\r\nX-Injected: 1' }],
    ['with letters that no header takes', { token: 'gho_é' }],
    ['with a token beyond all length', { token: 'x'.repeat(1_025) }],
    ['with an odd rotate', { token: 'gho_a', rotate: 'yes' }],
    ['that is a list', []],
  ])('%s is 400, and nobody is asked', async (_name, body) => {
    await start(provider.settings('open'));
    const before = provider.twin.requests.length;

    const answer = await ask(body);

    expect([answer.status, answer.body['code']]).toEqual([400, 'BODY_INVALID']);
    expect(provider.twin.requests.length).toBe(before);
  });

  it('with ten megabytes is 413 before it is read', async () => {
    await start(provider.settings('open'));

    const answer = await ask({ token: 'x'.repeat(10 << 20) });

    expect([answer.status, answer.body['code']]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each([
    ['that nobody has given out', false, () => 'gho_made_up'],
    ['that was withdrawn', true, () => withdrawn()],
    ['that was given to another client', true, () => provider.people.issue(OCTOCAT, 'Iv1.other')],
    ['that is a key of ours', false, () => `alm_${'a'.repeat(43)}`],
  ])('with a token %s is 401 with what to send, and makes no account', async (_name, withSecret, token) => {
    await start(provider.settings('open', { withSecret }));

    const answer = await ask({ token: token() });

    expect([answer.status, answer.body['code']]).toEqual([401, 'TOKEN_INVALID']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="almanac", error="invalid_token"');
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
  });

  function withdrawn(): string {
    const token = provider.people.issue(OCTOCAT, CLIENT);
    provider.people.withdraw(token);
    return token;
  }

  it.each([
    ['refuses', { kind: 'status', status: 503, retryAfter: 17 }, '17'],
    ['is asked too often', { kind: 'status', status: 403, retryAfter: 60 }, '60'],
    ['hangs up', { kind: 'reset' }, '30'],
    ['shows a page', { kind: 'html' }, '30'],
  ] as const)(
    'is 503 with a time to wait when the provider %s, and works again after',
    async (_why, fault, seconds) => {
      await start(provider.settings('open'));
      const token = provider.people.issue(OCTOCAT, CLIENT);
      provider.twin.faults.set(fault);

      const away = await ask({ token });
      provider.twin.faults.clear();
      const back = await ask({ token });

      expect([away.status, away.body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
      expect(away.headers.get('retry-after')).toBe(seconds);
      expect(back.status).toBe(201);
    },
  );

  it('is 503 when the database is away, never a refusal', async () => {
    await start(provider.settings('open'), 'postgres://nobody@127.0.0.1:1/nothing');

    const answer = await ask({ token: provider.people.issue(OCTOCAT, CLIENT) });

    expect([answer.status, answer.body['code']]).toEqual([503, 'STORAGE_UNAVAILABLE']);
  });

  it('has a budget of ten a minute, and the provider is asked no oftener', async () => {
    const access = provider.settings('open');
    app = await testApp({ routes: ROUTES, databaseUrl: database.url, access, settings: { rates: RATES } });
    const before = provider.twin.requests.length;

    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await ask({ token: `gho_guess_${i}` })).status);

    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(provider.twin.requests.length - before).toBe(10);
  });

  it('is for no page of another origin, and kept by nobody', async () => {
    await start(provider.settings('open'));
    const from = { origin: 'https://evil.example' };
    const token = provider.people.issue(OCTOCAT, CLIENT);

    const answers = [await ask({ token }, from), await ask({ token: 'gho_made_up' }, from), await ask({}, from)];
    const preflight = await app.get('/api/v1/request-access', { method: 'OPTIONS', headers: from });
    const simple = await app.get('/api/v1/request-access', {
      method: 'POST',
      headers: { ...from, 'content-type': 'text/plain' },
      body: JSON.stringify({ token }),
    });
    const open = await app.get('/api/v1/version', { headers: from });

    expect([...answers, simple].map(({ status }) => status)).toEqual([201, 401, 400, 400]);
    for (const { headers } of [...answers, simple, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is not cached, and is answered to POST alone', async () => {
    await start(provider.settings('open'));

    const answer = await app.get('/api/v1/request-access');

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

function bearer(key: string): RequestInit {
  return { headers: { authorization: `Bearer ${key}` } };
}
