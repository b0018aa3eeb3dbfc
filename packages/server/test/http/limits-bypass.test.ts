import { RATES, type RateClass } from '@almanac/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpSettings, readEnvironment } from '../../src/bin/environment.ts';
import type { HttpSettings } from '../../src/http/settings.ts';
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { countingRoute, echoRoute, plainRoute, postRoute } from '../support/routes.ts';
import { exchange, statusesIn } from '../support/socket.ts';

/** So few that a test need not ask often. */
const FEW = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, 5])) as HttpSettings['rates'];
const routes = [countingRoute(), echoRoute, postRoute];

let app: TestApp;
const start = async (settings: Partial<HttpSettings> = {}, more: TestAppOptions = {}) => {
  app = await testApp({ routes, settings: { rates: FEW, ...settings }, ...more });
};
afterEach(() => app.close());

describe('without a trusted proxy', () => {
  beforeEach(() => start());

  it.each([
    ['X-Forwarded-For', (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` })],
    ['X-Real-IP', (i: number) => ({ 'x-real-ip': `203.0.113.${i}` })],
    ['Forwarded', (i: number) => ({ forwarded: `for=203.0.113.${i}` })],
    ['X-Request-Id', (i: number) => ({ 'x-request-id': `mine-${i}` })],
    ['User-Agent', (i: number) => ({ 'user-agent': `browser/${i}` })],
    ['Authorization', (i: number) => ({ authorization: `Basic made-up-${i}` })],
  ])('a new value of %s in every request is no new budget', async (_name, headers) => {
    const statuses = await each(8, (i) => app.get('/api/v1/count', { headers: headers(i) }));

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it.each([
    ['of any form', (i: number) => `made-up-${i}`],
    ['of the form of ours', (i: number) => `alm_${String(i).repeat(43)}`],
  ])('a new key %s in every request, none of them valid, is no new budget', async (_name, key) => {
    await app.close();
    await using database = await createTestDatabase();
    await start({}, { databaseUrl: database.url });

    const statuses = await each(8, (i) => app.get('/api/v1/count', { headers: { authorization: `Bearer ${key(i)}` } }));

    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it.each([
    ['case', ['/api/v1/count', '/API/V1/COUNT', '/api/v1/Count', '/Api/v1/count']],
    ['slashes', ['/api/v1/count/', '//api/v1/count', '/api//v1/count', '/api/v1/count//']],
    ['escapes', ['/api/v1/c%6funt', '/api/v1/%63ount', '/%61pi/v1/count', '/api/v1%2fcount']],
    ['dots and parameters', ['/api/v1/count/.', '/api/v1/count;a=1', '/api/v1/count?', '/api/v1/count?word=a']],
    [
      'refused parameters',
      ['/api/v1/count?a=1', '/api/v1/count?b=1', '/api/v1/count?kind=z', '/api/v1/count?word=%00'],
    ],
    ['addresses that do not exist', ['/', '/api/v1', '/nothing', '/api/v1/nothing?a=1']],
    ['broken addresses', ['/api/v1/echo/%zz', '/%', '/api/v1/count/%e0%a4%a', '/api/v1/echo/%c0%ae']],
  ])('another spelling of the address is no other budget: %s', async (_name, paths) => {
    const remaining: (string | null)[] = [];
    for (const path of paths) remaining.push((await app.get(path)).headers.get('x-ratelimit-remaining'));
    const last = await app.get('/api/v1/count');
    const beyond: number[] = [];
    for (const path of paths) beyond.push((await app.get(path)).status);

    expect(remaining).toEqual(['4', '3', '2', '1']);
    expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    expect(beyond).toEqual([429, 429, 429, 429]);
  });

  it.each(['HEAD', 'DELETE', 'PUT', 'PATCH', 'PROPFIND'])('%s counts like GET', async (method) => {
    const statuses = await each(5, () => app.get('/api/v1/count', { method }));
    const next = await app.get('/api/v1/count');
    const itself = await app.get('/api/v1/count', { method });

    expect(statuses).not.toContain(429);
    expect([next.status, itself.status]).toEqual([429, 429]);
  });

  it('OPTIONS counts like GET, and is answered all the same: a page cannot read why a preflight was refused', async () => {
    const statuses = await each(5, () => app.get('/api/v1/count', { method: 'OPTIONS' }));
    const next = await app.get('/api/v1/count');
    const itself = await app.get('/api/v1/count', { method: 'OPTIONS' });

    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    expect([next.status, itself.status]).toEqual([429, 204]);
  });

  it('counts answers from the cache and answers without a body', async () => {
    const { headers } = await app.get('/api/v1/count');
    const etag = headers.get('etag')!;

    const statuses = await each(6, () => app.get('/api/v1/count', { headers: { 'if-none-match': etag } }));

    expect(statuses).toEqual([304, 304, 304, 304, 429, 429]);
  });

  it.each([
    ['of another type', { 'content-type': 'text/xml' }, '<a/>'],
    ['that is packed', { 'content-type': 'application/json', 'content-encoding': 'br' }, '{}'],
    ['that is no JSON', { 'content-type': 'application/json' }, '{'],
    ['that is too large', { 'content-type': 'application/json' }, `"${'x'.repeat(1 << 17)}"`],
  ])('counts a body %s, wherever it is sent', async (_name, headers, body) => {
    const post = (path: string) => app.get(path, { method: 'POST', headers, body });

    const known = await each(6, () => post('/api/v1/post'));
    const unknown = await each(6, () => post('/api/v1/nothing'));

    expect(known.indexOf(429)).toBe(5);
    expect(unknown).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it('counts each of the requests that are written at once on one connection', async () => {
    const one = 'GET /api/v1/count HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /api/v1/count HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

    const answers = await exchange(app.url, one.repeat(9) + last);

    expect(statusesIn(answers)).toEqual([...Array(5).fill(200), ...Array(5).fill(429)]);
  });
});

describe('behind trusted proxies', () => {
  const from = (forwarded: string) => app.get('/api/v1/count', { headers: { 'x-forwarded-for': forwarded } });
  beforeEach(() => start({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }));

  it('takes the right-most address that is not a proxy, whatever the caller wrote before it', async () => {
    const statuses = await each(7, (i) => from(`6.6.6.${i}, 1.1.1.1, 9.9.9.9, 10.1.2.3`));
    const other = await from('9.9.9.9, 9.9.9.8');

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(other.status).toBe(200);
  });

  it('gives one budget to a whole /64, and another to the next', async () => {
    const statuses = await each(7, (i) => from(`2001:db8:1:2:${i}::${i}`));
    const spelled = await from('2001:0DB8:0001:0002:0000:0000:0000:0001');
    const next = await from('2001:db8:1:3::1');

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect([spelled.status, next.status]).toEqual([429, 200]);
  });

  it.each([
    ['a port', (i: number) => `9.9.9.9:${5000 + i}`],
    ['a port in brackets', (i: number) => `[2001:db8:1:2::1]:${5000 + i}`],
    ['the mapped form', (i: number) => (i % 2 === 0 ? '9.9.9.9' : '::ffff:9.9.9.9')],
    ['the mapped form in hexadecimal', (i: number) => (i % 2 === 0 ? '9.9.9.9' : '::ffff:909:909')],
    ['another zone', (i: number) => `fe80::1%eth${i}`],
    ['nonsense', (i: number) => `nonsense-${i}`],
    ['long nonsense', (i: number) => `${i}:`.repeat(1_000)],
  ])('gives no new budget for %s', async (_name, address) => {
    const statuses = await each(7, (i) => from(address(i)));

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('documented equals enforced', () => {
  const { rates } = httpSettings(readEnvironment({}));
  const classes = (Object.keys(RATES) as RateClass[]).filter((name) => name !== 'fresh');

  it.each(classes)('a default environment lets pass what the contract says: %s', async (rate) => {
    const made = plainRoute('/class', async () => ({ data: {} }));
    const limit = RATES[rate];
    const ofClass = { ...made, endpoint: { ...made.endpoint, rate } };
    await start({ rates }, { routes: [ofClass] });

    const statuses = await each(limit + 3, () => app.get('/api/v1/class'));

    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.slice(limit)).toEqual([429, 429, 429]);
  });
});

async function each(count: number, ask: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await ask(i)).status);
  return statuses;
}
