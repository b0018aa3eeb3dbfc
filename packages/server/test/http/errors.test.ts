import { connect } from 'node:net';
import { ERRORS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { serverUrl } from '../support/database.ts';
import { countingRoute, echoRoute, plainRoute, postRoute } from '../support/routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    routes: [
      echoRoute,
      postRoute,
      countingRoute(),
      plainRoute('/bug', async () => {
        throw new TypeError('secret detail of the implementation');
      }),
      plainRoute('/database', async ({ databases }) => ({
        data: await databases.primary.selectFrom('kev').selectAll().execute(),
      })),
    ],
  });
});
afterAll(() => app.close());

describe('what a caller did wrong is said in one form', () => {
  it.each([
    ['an unknown address', '/api/v1/nothing', 404, 'ROUTE_UNKNOWN'],
    ['an unknown address outside the API', '/wp-login.php', 404, 'ROUTE_UNKNOWN'],
    ['a planned endpoint', '/api/v1/stats', 404, 'ROUTE_UNKNOWN'],
    ['a key in the address', '/api/v1/echo/curl?api_key=alm_x', 400, 'INVALID_PARAMETER'],
    ['a parameter given twice', '/api/v1/echo/curl?ecosystem=npm&ecosystem=PyPI', 400, 'INVALID_PARAMETER'],
    ['a value that is not allowed', '/api/v1/echo/curl?severity=huge', 400, 'INVALID_PARAMETER'],
    ['a number that is none', '/api/v1/echo/curl?limit=many', 400, 'INVALID_PARAMETER'],
    ['a number that is too small', '/api/v1/echo/curl?limit=0', 400, 'INVALID_PARAMETER'],
    ['a broken percent escape', '/api/v1/echo/%zz', 400, 'REQUEST_MALFORMED'],
    ['a NUL in a parameter', '/api/v1/echo/curl%00', 400, 'INVALID_PARAMETER'],
    ['a line break in a parameter', '/api/v1/echo/curl%0d%0aX-Injected:1', 400, 'INVALID_PARAMETER'],
    ['an empty name', '/api/v1/echo/', 400, 'INVALID_PARAMETER'],
    ['a name over its limit', `/api/v1/echo/${'a'.repeat(513)}`, 400, 'INVALID_PARAMETER'],
    ['an address over the limit', `/api/v1/echo/curl?ecosystem=${'a'.repeat(4_200)}`, 414, 'URI_TOO_LONG'],
  ])('%s', async (_name, path, status, code) => {
    const response = await app.get(path);

    expect([response.status, response.body['code']]).toEqual([status, code]);
    expect(response.headers.get('x-injected')).toBeNull();
  });

  it('names the parameter, its value and what is allowed', async () => {
    const wrong = await app.get('/api/v1/echo/curl?severity=huge');

    expect(wrong.body['error']).toMatch(/'severity'.*'huge'.*expected low or high/);
  });

  it('passes over a parameter that the address does not take, and names it in a header', async () => {
    const slip = await app.get('/api/v1/echo/curl?severty=low&_=1&_=2&ecosystem=npm');
    const error = await app.get('/api/v1/echo/curl?severty=low&severity=huge');
    const none = await app.get('/api/v1/echo/curl?ecosystem=npm');

    expect([slip.status, slip.headers.get('x-ignored-parameters')]).toEqual([200, 'severty, _']);
    expect([error.status, error.headers.get('x-ignored-parameters')]).toEqual([400, 'severty']);
    expect(none.headers.get('x-ignored-parameters')).toBeNull();
    expect(none.text).toBe(slip.text);
    expect(none.headers.get('access-control-expose-headers')).toContain('X-Ignored-Parameters');
  });

  it('says which methods an address takes', async () => {
    const response = await app.get('/api/v1/post');
    const other = await app.get('/api/v1/count', { method: 'DELETE' });

    expect([response.status, response.body['code'], response.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST, OPTIONS',
    ]);
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('bodies', () => {
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.get('/api/v1/post', { method: 'POST', body, headers });

  it.each([
    ['valid', '{"names":["curl"]}', 200, undefined],
    ['not JSON', '{"names":', 400, 'BODY_INVALID'],
    ['empty', '', 400, 'BODY_INVALID'],
    ['of another shape', '{"names":"curl"}', 400, 'BODY_INVALID'],
    ['with too few', '{"names":[]}', 400, 'BODY_INVALID'],
    ['with a prototype in it', '{"names":["a"],"__proto__":{"polluted":true}}', 400, 'BODY_INVALID'],
    ['with a constructor in it', '{"names":["a"],"constructor":{"prototype":{"polluted":true}}}', 400, 'BODY_INVALID'],
    ['too large', JSON.stringify({ names: ['x'.repeat(1 << 17)] }), 413, 'BODY_TOO_LARGE'],
  ])('%s', async (_name, body, status, code) => {
    const response = await post(body);

    expect([response.status, response.body['code']]).toEqual([status, code]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['another type', { 'content-type': 'text/xml' }],
    ['a packed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('%s is refused', async (_name, headers) => {
    const response = await post('{"names":["curl"]}', headers);

    expect([response.status, response.body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('what is our own fault', () => {
  it('is a fixed text without any detail, and is logged with its cause', async () => {
    const response = await app.get('/api/v1/bug');

    expect(response.body).toEqual({
      success: false,
      error: 'Internal server error',
      code: 'INTERNAL',
      requestId: response.headers.get('x-request-id'),
    });
    expect(app.logged.some((line) => line.includes('secret detail') && line.includes(response.body['requestId']))).toBe(
      true,
    );
  });

  it('is 503 with Retry-After when the database is away, never a "not found"', async () => {
    const response = await app.get('/api/v1/database');

    expect([response.status, response.body['code']]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.text).not.toContain('ECONNREFUSED');
  });
});

describe('a database that lets nobody in', () => {
  const refused = (change: (url: URL) => void) => {
    const url = new URL(serverUrl);
    change(url);
    return url.href;
  };
  it.each([
    ['a login that it does not know', refused((url) => (url.username = 'nobody_at_all'))],
    ['a database that it does not have', refused((url) => (url.pathname = '/almanac_absent'))],
    ['a setting that it does not know', refused((url) => url.searchParams.set('options', '-c no=1'))],
    ['an encryption that it does not offer', refused((url) => url.searchParams.set('sslmode', 'verify-full'))],
  ])('is 503 as if it were away: %s', async (_name, databaseUrl) => {
    const routes = [
      plainRoute('/database', async ({ databases }) => ({
        data: await databases.primary.selectFrom('kev').selectAll().execute(),
      })),
    ];
    await using closed = await testApp({ routes, databaseUrl });

    const response = await closed.get('/api/v1/database');

    expect([response.status, response.body['code']]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(response.text).not.toMatch(/nobody_at_all|almanac_absent/);
    expect(closed.logged.some((line) => line.includes('request refused'))).toBe(true);
  });
});

describe('what never became a request', () => {
  it.each([
    ['is not HTTP', 'HELLO\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    [
      'has two lengths',
      'POST /api/v1/post HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'REQUEST_MALFORMED',
    ],
    [
      'has 20 kB of headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ] as const)('%s', async (_name, bytes, status, code) => {
    const answer = await exchange(app.url, bytes);

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect(ERRORS[code].status).toBe(status);
  });

  it('refuses a parameter that the router would not hand on, in the same form', async () => {
    const response = await app.get(`/api/v1/echo/${'a'.repeat(1_500)}`);

    expect([response.status, response.body['code']]).toEqual([400, 'INVALID_PARAMETER']);
  });
});

describe('request ids', () => {
  it.each([
    ['abc-123', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['with space', false],
    ['<script>', false],
  ])('%s: taken over %s', async (id, taken) => {
    const response = await app.get('/api/v1/count', { headers: { 'x-request-id': id } });

    expect(response.headers.get('x-request-id') === id).toBe(taken);
  });

  it('cannot be used to split the response', async () => {
    const answer = await exchange(
      app.url,
      'GET /api/v1/count HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u010a\u0000b\r\nConnection: close\r\n\r\n',
    );

    expect(answer).toMatch(/^HTTP\/1\.1 (200|400)/);
    // An id of ours may begin with the same letter.
    expect(answer.toLowerCase()).not.toMatch(/x-request-id: a(?![\da-f-]{8})/);
  });
});

it('answers HEAD as GET without its body, and OPTIONS on any address', async () => {
  const get = await app.get('/api/v1/count');
  const head = await app.get('/api/v1/count', { method: 'HEAD' });
  const options = await app.get('/api/v1/anything', { method: 'OPTIONS' });

  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
  expect([options.status, options.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'Authorization, Content-Type, If-None-Match, Range',
  ]);
});

it('allows every origin to read, without credentials', async () => {
  const response = await app.get('/api/v1/count', { headers: { origin: 'https://elsewhere.example' } });

  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  expect(response.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Reset');
  expect(response.headers.get('server')).toBeNull();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

it('takes a name with slashes, encoded or not, and __proto__ as a name like any other', async () => {
  const paths = [
    '@scope/name',
    '@scope%2Fname',
    'github.com/owner/repo',
    'group:artifact',
    '__proto__',
    'constructor',
    '%C3%A9',
  ];

  const names = await Promise.all(
    paths.map(async (path) => (await app.get(`/api/v1/echo/${path}`)).body['data'].package),
  );

  expect(names).toEqual([
    '@scope/name',
    '@scope/name',
    'github.com/owner/repo',
    'group:artifact',
    '__proto__',
    'constructor',
    'é',
  ]);
});

/** Writes bytes to the socket and reads until the server closes it. */
async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.write(Buffer.from(bytes, 'latin1'));
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
