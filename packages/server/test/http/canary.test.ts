import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { countingRoute, echoRoute, plainRoute, postRoute } from '../support/routes.ts';
import { exchange } from '../support/socket.ts';

/** A secret sent in a wrong place must not be found anywhere afterwards. */
const CANARY = 'c4n4ry-5ecret';

describe.skipIf(redisUnavailable !== null)('a secret', () => {
  let server: RedisServer;
  let app: TestApp;
  let thrown: unknown;

  beforeAll(async () => {
    server = await startRedis();
    const bug = plainRoute('/bug', () => Promise.reject(thrown), 60);
    app = await testApp({ redis: await server.guarded(), routes: [echoRoute, postRoute, countingRoute(), bug] });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it.each([
    ['Authorization', { authorization: `Bearer ${CANARY}` }],
    ['Authorization of another kind', { authorization: `Basic ${CANARY}` }],
    ['Cookie', { cookie: `session=${CANARY}` }],
    ['X-Api-Key', { 'x-api-key': CANARY }],
    ['Referer', { referer: `https://example.org/?token=${CANARY}` }],
    ['User-Agent', { 'user-agent': CANARY }],
    ['Origin', { origin: `https://${CANARY}.example` }],
    ['X-Forwarded-For', { 'x-forwarded-for': CANARY }],
    ['If-None-Match', { 'if-none-match': `"${CANARY}"` }],
    ['Content-Type', { 'content-type': `text/${CANARY}` }],
    ['X-Request-Id that is not one', { 'x-request-id': `${CANARY}!` }],
  ])('in the header %s leaves no trace', async (_name, headers) => {
    for (const path of ['/count', '/echo/curl', '/nothing', '/bug', '/count?a=1']) await ask(path, { headers });
    await ask('/post', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"names":["a"]}',
    });

    await expectNoTrace();
  });

  it.each(['token', 'access_token', 'api_key', 'apikey', 'key', 'password', 'secret', 'auth', 'TOKEN'])(
    'in the query as %s is refused without being repeated',
    async (name) => {
      const answers = [await ask(`/count?${name}=${CANARY}`), await ask(`/nothing?${name}=${CANARY}`)];

      expect(answers.map(({ status }) => status)).toEqual([400, 404]);
      expect(answers.map(({ text }) => text).join('')).not.toContain(CANARY);
      await expectNoTrace();
    },
  );

  it.each(['utm_source', '__proto__'])('in the query as %s is passed over without being repeated', async (name) => {
    const answers = [await ask(`/count?${name}=${CANARY}`), await ask(`/count?${CANARY}=1&%20${CANARY}=1`)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ text }) => text).join('')).not.toContain(CANARY);
    await expectNoTrace();
  });

  it.each([
    ['as a member that is not known', `{"names":["a"],"token":"${CANARY}"}`],
    ['as a member of a wrong type', `{"names":"${CANARY}"}`],
    ['as a value that is too long', `{"names":["${CANARY.repeat(20)}"]}`],
    ['in text that is no JSON', `{"token": "${CANARY}"`],
    ['in a body that is too large', `"${CANARY.repeat(10_000)}"`],
  ])('in a body %s is not repeated', async (_name, body) => {
    const answer = await ask('/post', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

    expect(answer.text).not.toContain(CANARY);
    await expectNoTrace();
  });

  it.each([
    ['with a NUL', `/echo/${CANARY}%00`],
    ['with a broken escape', `/echo/${CANARY}%zz`],
    ['beyond its length', `/echo/${CANARY.repeat(100)}`],
    ['twice in the query', `/echo/curl?ecosystem=${CANARY}&ecosystem=${CANARY}`],
  ])('in an address %s is not logged or kept', async (_name, path) => {
    const answer = await ask(path);

    expect(answer.status).toBeGreaterThanOrEqual(400);
    await expectNoTrace();
  });

  it('in an address that does not exist is said to its sender alone', async () => {
    const answer = await ask(`/token/${CANARY}`);

    expect(answer.body['error']).toBe(`No endpoint at /api/v1/token/${CANARY}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await expectNoTrace();
  });

  it('in what never became a request leaves no trace', async () => {
    const answers = [
      await exchange(app.url, `GET / HTTP/1.1\r\nAuthorization: Bearer ${CANARY}\r\nBroken header\r\n\r\n`),
      await exchange(app.url, `${CANARY} / HTTP/1.1\r\n\r\n`),
      await exchange(app.url, `GET /${CANARY} HTTP/1.1\r\nX: ${CANARY.repeat(3_000)}\r\n\r\n`),
    ];

    expect(answers.join('')).not.toContain(CANARY);
    await expectNoTrace();
  });

  it.each([
    ['an address with a key', new Error(`GET https://api.example/x?api_key=${CANARY}&b=1 failed`)],
    ['an address with a password', new Error(`connect postgres://almanac:${CANARY}@db.example/almanac failed`)],
    ['a header', new Error(`refused: Authorization: Bearer ${CANARY}`)],
    ['a header of another kind', new Error(`refused: authorization=Basic ${CANARY}, more`)],
    ['JSON', new Error(`unexpected {"token":"${CANARY}","a":1}`)],
    [
      'members of an error',
      Object.assign(new Error('x'), { headers: { authorization: CANARY }, detail: CANARY, request: { body: CANARY } }),
    ],
    ['a message of several lines', new Error(`first\nsecond password: ${CANARY}\nthird`)],
  ])('in %s of a cause is not logged', async (_name, cause) => {
    thrown = new Error('upstream failed', { cause: new Error('in between', { cause }) });

    const answer = await ask('/bug');

    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain(CANARY);
    expect(app.logged.some((line) => line.includes('upstream failed'))).toBe(true);
    await expectNoTrace();
  });

  function ask(path: string, init?: RequestInit) {
    return app.get(`/api/v1${path}`, init);
  }

  async function expectNoTrace(): Promise<void> {
    const logged = app.logged.filter((line) => line.includes(CANARY));
    const kept: string[] = [];
    for (const key of await server.client.keys('*')) {
      const value = (await server.client.type(key)) === 'string' ? await server.client.getBuffer(key) : null;
      if (`${key} ${value?.toString('latin1')}`.includes(CANARY)) kept.push(key);
    }
    expect({ logged, kept, metrics: (await app.registry.metrics()).includes(CANARY) }).toEqual({
      logged: [],
      kept: [],
      metrics: false,
    });
  }
});
