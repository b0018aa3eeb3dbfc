import { afterEach, describe, expect, it } from 'vitest';
import { httpSettings, readEnvironment } from '../../src/bin/environment.ts';
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { echoRoute, plainRoute, postRoute } from '../support/routes.ts';

/** Defaults of Fastify 5 that would do harm, each found by trying; an update must not bring one back. */
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});
const start = async (settings: TestAppOptions['settings'] = {}) =>
  (app = await testApp({ routes: [echoRoute, postRoute], settings }));

describe('Fastify', () => {
  it('would refuse a path parameter of more than 100 characters', async () => {
    const { get } = await start();
    const names = [101, 512].map((length) => 'a'.repeat(length));

    const answers = await Promise.all(names.map((name) => get(`/api/v1/echo/${name}`)));

    expect(answers.map(({ body }) => body['data'].package)).toEqual(names);
  });

  it('would refuse a longer one in a form of its own, before any limit', async () => {
    const thing = plainRoute('/thing/:id', async () => ({ data: {} }));
    app = await testApp({ routes: [thing] });

    const answers = [
      await app.get(`/api/v1/thing/${'a'.repeat(1_000)}`),
      await app.get(`/api/v1/thing/${'a'.repeat(1_001)}`),
    ];

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [200, undefined],
      [414, 'URI_TOO_LONG'],
    ]);
  });

  it('would not find a name with a slash in it', async () => {
    const { get } = await start();

    const answers = await Promise.all(['@scope/name', '@scope%2fname'].map((name) => get(`/api/v1/echo/${name}`)));

    expect(answers.map(({ body }) => body['data'].package)).toEqual(['@scope/name', '@scope/name']);
  });

  it.each(['%00', '%0d%0a', '%1b', '%7f'])('would hand %s on to the handler, decoded', async (escape) => {
    const { get } = await start();

    const answers = await Promise.all([get(`/api/v1/echo/a${escape}`), get(`/api/v1/echo/a?ecosystem=${escape}`)]);

    expect(answers.map(({ body }) => body['code'])).toEqual(['INVALID_PARAMETER', 'INVALID_PARAMETER']);
  });

  it('would answer a broken escape in a form of its own', async () => {
    const { get } = await start();

    const answer = await get('/api/v1/echo/%zz');

    expect(answer.body).toMatchObject({ success: false, code: 'REQUEST_MALFORMED' });
  });

  it('would answer a body over the limit in a form of its own', async () => {
    const { get } = await start({ bodyLimit: 100 });
    const post = (length: number) =>
      get('/api/v1/post', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"names":["${'a'.repeat(length)}"]}`,
      });

    const answers = [await post(80), await post(100)];

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [200, undefined],
      [413, 'BODY_TOO_LARGE'],
    ]);
  });

  it('would have no time limits', () => {
    const { timeouts, deadlineMs } = httpSettings(readEnvironment({}));

    for (const limit of [...Object.values(timeouts), deadlineMs]) expect(limit).toBeGreaterThan(0);
    expect(timeouts.connectionMs).toBeGreaterThan(deadlineMs); // or the connection ends before its answer
  });

  it.each([[['true']], [['10.0.0.0/99']], [['proxy.example']]])(
    'is never told to trust everyone: %j',
    async (trustedProxies) => {
      await expect(start({ trustedProxies })).rejects.toThrow(/invalid/);
    },
  );

  it('would take the left-most address of X-Forwarded-For, which its sender may write', async () => {
    const { get } = await start({
      trustedProxies: ['127.0.0.0/8'],
      rates: { ...httpSettings(readEnvironment({})).rates, general: 2 },
    });
    const ask = (spoofed: string) => get('/api/v1/echo/a', { headers: { 'x-forwarded-for': `${spoofed}, 9.9.9.9` } });

    const statuses = [(await ask('6.6.6.1')).status, (await ask('6.6.6.2')).status, (await ask('6.6.6.3')).status];

    expect(statuses).toEqual([200, 200, 429]);
  });
});
