import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { countingRoute, echoRoute } from '../support/routes.ts';
import { exchange } from '../support/socket.ts';

/** Key confusion: two questions must never share an answer, and one question need not have two. */
let app: TestApp;
beforeEach(async () => {
  app = await testApp({ routes: [countingRoute(), echoRoute] });
});
afterEach(() => app.close());

describe('one answer for', () => {
  it.each([
    ['a slash written either way', '/echo/@scope%2Fname', '/echo/@scope/name'],
    ['an escape in either case', '/echo/@scope%2fname', '/echo/@scope%2Fname'],
    ['an escape that was not needed', '/echo/c%75rl', '/echo/curl'],
    ['parameters in either order', '/count?word=a&kind=b', '/count?kind=b&word=a'],
    ['a default given or left out', '/count', '/count?kind=a'],
    ['a space written either way', '/count?word=a+b', '/count?word=a%20b'],
    ['an empty query', '/count', '/count?'],
    ['a parameter that it does not take', '/count', '/count?_=17'],
    ['another such parameter', '/count?_=1', '/count?utm_source=x&_=2'],
    ['a parameter in another case', '/echo/curl', '/echo/curl?Ecosystem=npm'],
    ['a parameter given as a list', '/echo/curl', '/echo/curl?ecosystem[]=npm'],
    ['a parameter that is read as the same number', '/echo/curl?limit=5', '/echo/curl?limit=05'],
  ])('%s', async (_name, one, other) => {
    const first = await app.get(`/api/v1${one}`);
    const second = await app.get(`/api/v1${other}`);

    expect([first.headers.get('x-cache'), second.headers.get('x-cache')]).toEqual(['MISS', 'HIT']);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });
});

describe('another answer for', () => {
  it.each([
    ['another case', '/echo/curl?ecosystem=PyPI', '/echo/curl?ecosystem=pypi'],
    ['another form of a letter', '/echo/caf%C3%A9', '/echo/cafe%CC%81'],
    ['a letter that looks the same', '/echo/%D0%B0', '/echo/a'],
    ['an escape inside an escape', '/echo/a%2Fb', '/echo/a%252Fb'],
    ['a plus sign in a name', '/echo/a+b', '/echo/a%20b'],
    ['a value that pretends to be two', '/echo/a?ecosystem=b', '/echo/a%22%5D%5D%2C%5B%5B%22ecosystem%22%2C%22b'],
    ['a name that holds a query', '/echo/a?ecosystem=b', '/echo/a%3Fecosystem=b'],
    ['a value that is empty', '/echo/curl', '/echo/curl?ecosystem='],
    ['a value that is the word undefined', '/echo/curl', '/echo/curl?ecosystem=undefined'],
  ])('%s', async (_name, one, other) => {
    const first = await app.get(`/api/v1${one}`);
    const second = await app.get(`/api/v1${other}`);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('x-cache')).toBe('MISS');
    expect(second.body['data']).not.toEqual(first.body['data']);
  });
});

describe('no answer, and nothing in the cache, for', () => {
  it.each([
    ['a parameter given twice', '/echo/curl?ecosystem=npm&ecosystem=PyPI'],
    ['a parameter given twice with one value', '/echo/curl?ecosystem=npm&ecosystem=npm'],
    ['a NUL', '/echo/curl?ecosystem=npm%00'],
  ])('%s', async (_name, path) => {
    const first = await app.get(`/api/v1${path}`);
    const second = await app.get(`/api/v1${path}`);

    expect([first.status, second.status]).toEqual([400, 400]);
    expect(second.headers.get('x-cache')).toBe('MISS');
  });
});

describe('what a request carries beside its address does not change what is kept', () => {
  it.each([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '1', 'x-forwarded-prefix': '/evil' },
    { 'x-original-url': '/api/v1/echo/evil', 'x-rewrite-url': '/api/v1/echo/evil' },
    { 'x-http-method-override': 'POST' },
    { origin: 'https://evil.example', referer: 'https://evil.example' },
    { authorization: 'Basic someone', cookie: 'a=b' },
    { 'accept-language': 'tlh', accept: 'text/html' },
    { range: 'bytes=0-1' },
    { 'cache-control': 'no-cache', pragma: 'no-cache' },
  ])('%o', async (headers) => {
    const first = await app.get('/api/v1/count', { headers: headers as Record<string, string> });
    const second = await app.get('/api/v1/count');

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('x-cache')).toBe('HIT');
    expect(second.text).toBe(first.text);
    expect(second.text + JSON.stringify([...second.headers])).not.toMatch(/evil|gopher|someone/);
    expect(second.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('nor does another host, in the header or in the address', async () => {
    const hosts = ['Host: evil.example', 'Host: evil.example:1\r\nX-Host: a'];
    const answers = await Promise.all([
      ...hosts.map((host) => exchange(app.url, `GET /api/v1/count HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)),
      exchange(
        app.url,
        'GET http://evil.example/api/v1/count HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      ),
    ]);

    const own = await app.get('/api/v1/count');

    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(answers.join('')).not.toContain('evil');
    expect(own.body['data'].count).toBe(1);
  });
});
