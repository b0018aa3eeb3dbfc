import { ENDPOINTS, endpoint, templateOf } from '@almanac/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API_PREFIX, type Route, route } from '../../src/http/route.ts';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { countingRoute, echoRoute, plainRoute, postRoute } from '../support/routes.ts';
import { exchange, statusesIn } from '../support/socket.ts';

let app: TestApp;
const start = async (routes: readonly Route[] = [echoRoute, postRoute, countingRoute()]) => {
  app = await testApp({ routes });
};
afterEach(() => app.close());

describe('names of the language are names like any other', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
  beforeEach(() => start());

  it.each(names)('%s as a package, as a value and as a parameter', async (name) => {
    const path = await app.get(`/api/v1/echo/${name}`);
    const value = await app.get(`/api/v1/echo/a?ecosystem=${name}`);
    const parameter = await app.get(`/api/v1/echo/a?${name}=x`);
    const nested = await app.get(`/api/v1/echo/a?${name}[polluted]=x`);

    expect([path.body['data'].package, value.body['data'].ecosystem]).toEqual([name, name]);
    expect([parameter.status, parameter.headers.get('x-ignored-parameters')]).toEqual([200, name]);
    expect([nested.status, nested.headers.get('x-ignored-parameters')]).toEqual([200, '?']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('nothing that a caller writes becomes a header', () => {
  beforeEach(() => start());

  it.each([
    ['a line break', 'a%0d%0aX-Injected:%201'],
    ['a line feed', 'a%0aX-Injected:%201'],
    ['a letter with a line feed as its low byte', 'a%C4%8AX-Injected:%201'],
    ['a Unicode line separator', 'a%E2%80%A8X-Injected:%201'],
    ['a NUL', 'a%00X-Injected'],
    ['a byte that is no UTF-8', 'a%FFX-Injected'],
  ])('%s', async (_name, text) => {
    const addresses = [
      `/echo/${text}`,
      `/echo/a?ecosystem=${text}`,
      `/echo/a?${text}=1`,
      `/${text}`,
      `/count?word=${text}`,
    ];

    const answers = await Promise.all(addresses.map((address) => app.get(`/api/v1${address}`)));

    for (const { status, headers } of answers) {
      expect(status).toBeLessThan(500);
      expect(JSON.stringify([...headers])).not.toMatch(/injected/i);
    }
  });

  it.each(['\xff', '\x80\x81', '\u00e9'])('bytes outside ASCII in the address: %j', async (bytes) => {
    const answer = await exchange(
      app.url,
      `GET /api/v1/echo/a${bytes} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );

    expect(statusesIn(answer)).toHaveLength(1);
    expect(statusesIn(answer)[0]).toBeLessThan(500);
    expect(answer.split('\r\n\r\n', 1)[0]).toMatch(/^[\x20-\x7e\r\n]*$/);
  });
});

describe('no more than the schema names goes out', () => {
  it('leaves out the members that a handler should not have handed on', async () => {
    const leaky = route(
      endpoint({
        id: 'testLeaky',
        method: 'GET',
        path: '/leaky',
        area: 'meta',
        summary: 'A handler that hands on a whole row',
        data: z.object({
          name: z.string(),
          inner: z.object({ a: z.number() }),
          list: z.array(z.object({ b: z.number() })),
        }),
        cache: 60,
        rate: 'general',
        example: { name: '', inner: { a: 1 }, list: [] },
      }),
      async () => {
        const row = {
          name: 'x',
          _cache: 'internal',
          inner: { a: 1, sql: 'internal' },
          list: [{ b: 2, hash: 'internal' }],
        };
        return { data: row, beside: { debug: 'internal' } as never };
      },
    );
    await start([leaky]);

    const first = await app.get('/api/v1/leaky');
    const kept = await app.get('/api/v1/leaky');

    expect(first.body['data']).toEqual({ name: 'x', inner: { a: 1 }, list: [{ b: 2 }] });
    expect(first.text + kept.text).not.toContain('internal');
  });

  it.each([
    ['an error', new Error('select * from internal_table')],
    [
      'a database error',
      Object.assign(new Error('internal column'), { code: '42703', table: 'internal', detail: 'internal' }),
    ],
    ['an error with a status', Object.assign(new Error('internal'), { statusCode: 418, validation: ['internal'] })],
    [
      'an error that calls itself an answer',
      Object.assign(new Error('internal'), { status: 200, headers: { 'x-internal': '1' } }),
    ],
    ['text', 'internal'],
    ['nothing', undefined],
    ['an object', { message: 'internal', statusCode: 404 }],
  ])('says nothing of the cause when a handler throws %s', async (_name, thrown) => {
    await start([plainRoute('/bug', () => Promise.reject(thrown), 60)]);

    const answer = await app.get('/api/v1/bug');

    expect([answer.status, answer.body['error']]).toEqual([500, 'Internal server error']);
    expect(Object.keys(answer.body)).toEqual(['success', 'error', 'code', 'requestId']);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain('internal_');
    expect(JSON.stringify([...answer.headers])).not.toContain('x-internal');
  });
});

describe('every address is in OpenAPI, and every address in OpenAPI is answered', () => {
  it('by the same list', async () => {
    app = await testApp({ routes: ROUTES, pages: PAGES });

    const document = (await app.get('/api/v1/openapi.json')).body;

    const described = Object.entries(document['paths'] as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = ROUTES.map(({ endpoint: { method, path } }) => `${method} ${templateOf(path)}`);
    expect(routed.toSorted()).toEqual(described.toSorted());
    expect(routed.toSorted()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${templateOf(path)}`).toSorted());
  });

  it('by the router', async () => {
    app = await testApp({ routes: ROUTES, pages: PAGES });
    const ask = async (method: string, path: string) =>
      (await app.get(API_PREFIX + path.replaceAll(/:[a-z]+/gi, 'x'), { method })).body['code'] as string | undefined;

    const answered = await Promise.all(ENDPOINTS.map(({ method, path }) => ask(method, path)));

    for (const code of answered) expect(['ROUTE_UNKNOWN', 'METHOD_NOT_ALLOWED']).not.toContain(code);
  });
});
