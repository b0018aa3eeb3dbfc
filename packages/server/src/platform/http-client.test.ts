import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpClientOptions, openHttpClient } from './http-client.ts';
import type { AnswerFacts } from './http-client-origin.ts';
import type { HttpNotice, Pace } from './http-client-request.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const stack = new AsyncDisposableStack();
let open = stack;
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

async function serve(handler: Handler): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request);
    handler(request, response, asked.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.defer(() => void server.close());
  open.defer(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, asked };
}

function client(options: Partial<HttpClientOptions> & Pick<HttpClientOptions, 'allow'>) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const http = openHttpClient({ userAgent: 'Almanac/test', sleep, random: () => 0.5, ...options });
  open.defer(http.close);
  const get = (url: string, etag?: string) => http.get(url, { signal: AbortSignal.timeout(5_000), etag: etag ?? null });
  const download = (url: string, maxBytes?: number, firstBytes?: number) =>
    http.download(url, {
      signal: AbortSignal.timeout(5_000),
      ...(maxBytes !== undefined && { maxBytes }),
      ...(firstBytes !== undefined && { firstBytes }),
    });
  return { get, download, waits };
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const temporaryFolders = async () => (await readdir(tmpdir())).filter((name) => /^almanac-[A-Za-z0-9]{6}$/.test(name));
const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('what it asks', () => {
  it('names itself and asks conditionally', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(304, { etag: '"v1"' }).end());

    const answer = await client({ allow: [url] }).get(url, '"v1"');

    expect(answer).toMatchObject({ status: 304, etag: '"v1"' });
    expect(asked[0]?.headers).toMatchObject({ 'user-agent': 'Almanac/test', 'if-none-match': '"v1"' });
  });

  it('never asks an origin that was not configured', async () => {
    const { url, asked } = await serve((_request, response) => response.end('secret'));

    await expect(client({ allow: ['http://elsewhere.test/'] }).get(url)).rejects.toThrow('not among the allowed');

    expect(asked).toHaveLength(0);
  });

  it('follows a redirect on the same origin', async () => {
    const { url } = await serve((request, response) =>
      request.url === '/moved' ? response.end('here') : response.writeHead(302, { location: '/moved' }).end(),
    );

    expect(text((await client({ allow: [url] }).get(url)).body)).toBe('here');
  });

  it('prefers JSON and takes tables, archives and text as well, also without an encoding', async () => {
    const { url, asked } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': '' }).end('id,file'),
    );

    expect(text((await client({ allow: [url] }).get(url)).body)).toBe('id,file');
    expect(asked[0]?.headers['accept']).toBe('application/json, */*;q=0.1');
  });

  it('asks by date where there is no tag', async () => {
    const modified = 'Sun, 15 Nov 2026 12:00:00 GMT';
    const { url, asked } = await serve((_request, response) =>
      response.writeHead(200, { 'last-modified': modified, 'x-total': '7' }).end('ok'),
    );
    const http = openHttpClient({ allow: [url], userAgent: 'Almanac/test' });
    open.defer(http.close);

    const answer = await http.get(url, { signal: AbortSignal.timeout(5_000), modifiedSince: modified });

    expect(asked[0]?.headers).toMatchObject({ 'if-modified-since': modified });
    expect(answer).toMatchObject({ lastModified: modified, etag: null });
    expect(answer.headers.get('x-total')).toBe('7');
  });

  it('shows the credentials of an origin to that origin alone', async () => {
    const other = await serve((_request, response) => response.end('there'));
    const { url, asked } = await serve((_request, response) => response.writeHead(302, { location: other.url }).end());

    await client({ allow: [{ url, headers: { apikey: 'secret' } }, other.url] }).get(url);

    expect(asked[0]?.headers['apikey']).toBe('secret');
    expect(other.asked[0]?.headers).not.toHaveProperty('apikey');
  });

  it.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://[::ffff:127.0.0.1]:1/', 'file:///etc/passwd'])(
    'follows none to %s',
    async (location) => {
      const { url } = await serve((_request, response) => response.writeHead(302, { location }).end());

      await expect(client({ allow: [url] }).get(url)).rejects.toThrow('redirects to');
    },
  );

  it('follows none to another origin, unless that is allowed too', async () => {
    const inside = await serve((_request, response) => response.end('inside'));
    const { url } = await serve((_request, response) => response.writeHead(301, { location: inside.url }).end());

    await expect(client({ allow: [url] }).get(url)).rejects.toThrow('redirects to');
    expect(inside.asked).toHaveLength(0);
    expect(text((await client({ allow: [url, inside.url] }).get(url)).body)).toBe('inside');
  });

  it('gives up on a circle', async () => {
    const { url } = await serve((_request, response) => response.writeHead(302, { location: '/feed' }).end());

    await expect(client({ allow: [url] }).get(url)).rejects.toThrow('more than 5 times');
  });
});

describe('what it takes', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['', Buffer.from],
  ])('unpacks "%s"', async (encoding, pack) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"a":1}')),
    );

    expect(text((await client({ allow: [url] }).get(url)).body)).toBe('{"a":1}');
  });

  it.each([
    ['larger than the cap', {}, Buffer.alloc(3_000), 'larger than 2000'],
    [
      'larger than the cap once unpacked',
      { 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(3_000)),
      'larger than 2000',
    ],
    ['encoded in an unknown way', { 'content-encoding': 'zip' }, Buffer.alloc(1), 'encoded as zip'],
  ])('refuses at once what is %s', async (_name, headers, body, message) => {
    const { url, asked } = await serve((_request, response) => response.writeHead(200, headers).end(body));

    await expect(client({ allow: [url], maxBytes: 2_000 }).get(url)).rejects.toThrow(message);

    expect(asked).toHaveLength(1);
  });

  it('refuses a bomb long before the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );

    await expect(client({ allow: [url] }).get(url)).rejects.toThrow('100 times its size');
  });

  it('takes a record that repeats itself hundreds of times for no bomb', async () => {
    const binaries = Object.fromEntries(
      Array.from({ length: 140 }, (_, i) => [`kernel-default-${i * 7919}`, '6.4.0-150600']),
    );
    const affected = Array.from({ length: 500 }, (_, i) => ({
      name: `kernel-${i}`,
      ecosystem_specific: { binaries: [binaries] },
    }));
    const record = Buffer.from(JSON.stringify({ id: 'SUSE-SU-2026:0001-1', affected }));
    const packed = brotliCompressSync(record);
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(packed),
    );

    const { body } = await client({ allow: [url] }).get(url);

    expect(record.length / packed.length).toBeGreaterThan(300);
    expect(body.length).toBe(record.length);
  });
});

describe('what it downloads', () => {
  // In a folder of their own: whatever else runs on the machine has its files in the usual one.
  beforeEach(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'downloads-'));
    vi.stubEnv('TMPDIR', folder);
    open.defer(() => rm(folder, { recursive: true, force: true }));
    open.defer(() => void vi.unstubAllEnvs());
  });

  it('is a file with its size and hash, and is gone when it has been used', async () => {
    const { url } = await serve((_request, response) => response.writeHead(200, { etag: '"v1"' }).end('archive'));
    let file = '';

    {
      await using download = await client({ allow: [url] }).download(url);
      file = download.file?.path ?? '';
      expect(await readFile(file, 'utf8')).toBe('archive');
      expect(download).toMatchObject({ status: 200, etag: '"v1"', file: { size: 7, sha256: sha256('archive') } });
    }

    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('is no file when the answer is none', async () => {
    const { url } = await serve((_request, response) => response.writeHead(304).end());

    await using download = await client({ allow: [url] }).download(url);

    expect(download).toMatchObject({ status: 304, file: null });
  });

  it('is not larger than it may be, and leaves nothing behind', async () => {
    const { url } = await serve((_request, response) => response.end(Buffer.alloc(5_000)));
    const before = await temporaryFolders();

    await expect(client({ allow: [url] }).download(url, 1_000)).rejects.toThrow('larger than 1000');

    expect(await temporaryFolders()).toEqual(before);
  });

  it.each([
    ['a part', 206, 'bytes 0-4/7', 'archi', { status: 206, partial: true, file: { size: 5 } }],
    ['the whole, where no part is given', 200, undefined, 'archive', { status: 200, file: { size: 7 } }],
    ['no file, where the part is another', 206, 'bytes 2-6/7', 'chive', { status: 206, file: null }],
    ['no file, where the part is longer than it says', 206, 'bytes 0-4/7', 'archive', { status: 206, file: null }],
  ])('may be %s', async (_name, status, range, body, expected) => {
    const { url, asked } = await serve((_request, response) => {
      response.writeHead(status, range === undefined ? {} : { 'content-range': range });
      response.write(body.slice(0, 2));
      response.end(body.slice(2));
    });
    const before = await temporaryFolders();

    {
      await using download = await client({ allow: [url] }).download(url, 100, 5);
      expect(download).toMatchObject(expected);
    }

    expect(asked[0]?.headers.range).toBe('bytes=0-4');
    expect(await temporaryFolders()).toEqual(before);
  });

  it('starts again when the connection breaks', async () => {
    const { url } = await serve((_request, response, n) => {
      response.writeHead(200, { 'content-length': '10' });
      if (n === 1) response.write('12345', () => response.destroy());
      else response.end('1234567890');
    });

    await using download = await client({ allow: [url] }).download(url);

    expect(download.file?.size).toBe(10);
  });
});

describe('its token', () => {
  /** Answers as an upstream does that refuses this very token. */
  async function refusing(status: number, headers: Record<string, string> = {}) {
    const { url, asked } = await serve((request, response) => {
      const withToken = request.headers.authorization !== undefined;
      response.writeHead(withToken ? status : 200, withToken ? headers : {});
      response.end(withToken ? '{"message":"Bad credentials"}' : 'ok');
    });
    const notices: HttpNotice[] = [];
    const http = openHttpClient({
      allow: [{ url, token: { headers: { authorization: 'Bearer expired' } } }],
      userAgent: 'Almanac/test',
    });
    open.defer(http.close);
    const get = async () =>
      http.get(url, { signal: AbortSignal.timeout(5_000), onNotice: (notice) => void notices.push(notice) });
    const tokens = () => asked.map((request) => request.headers.authorization);
    return { get, tokens, notices };
  }

  it.each([
    [401, ''],
    [403, ' and 200 without'],
    [404, ' and 200 without'],
  ])('is left out once when it is refused by %i', async (status, without) => {
    const { get, tokens, notices } = await refusing(status);

    expect((await get()).status).toBe(200);
    expect(tokens()).toEqual(['Bearer expired', undefined]);
    expect(notices).toEqual([
      {
        code: 'TOKEN_REFUSED',
        detail: expect.stringMatching(
          new RegExp(`^127\\.0\\.0\\.1:\\d+ answers ${status} with the token${without}: Bad credentials$`),
        ),
      },
    ]);
  });

  it('is not sent again once it was called bad, and each request tells', async () => {
    const { get, tokens, notices } = await refusing(401);

    for (let i = 0; i < 3; i += 1) await get();

    expect(tokens()).toEqual(['Bearer expired', undefined, undefined, undefined]);
    expect(notices).toHaveLength(3);
  });

  it('is not sent again once it was called bad while the origin rests without it', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(401).end());
    const before = async (place: string) => {
      if (place.endsWith('without its token')) throw new Error('resting');
    };
    const { get } = client({
      allow: [{ url, token: { headers: { authorization: 'Bearer x' } } }],
      pace: { before, after: async () => {} },
    });

    for (let i = 0; i < 3; i += 1) await expect(get(url)).rejects.toThrow('resting');

    expect(asked).toHaveLength(1);
  });

  it('is sent again where it was refused for one document', async () => {
    const { get, tokens } = await refusing(403);

    for (let i = 0; i < 2; i += 1) await get();

    expect(tokens()).toEqual(['Bearer expired', undefined, 'Bearer expired', undefined]);
  });

  it('is not blamed where a document is not there either way', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(404).end());
    const { get } = client({ allow: [{ url, token: { headers: { authorization: 'Bearer x' } } }] });

    expect((await get(url)).status).toBe(404);
    expect(asked).toHaveLength(2);
  });

  it('does not make the origin rest where the budget without it is spent', async () => {
    const { url } = await serve((request, response) =>
      request.headers.authorization === undefined
        ? response.writeHead(429, { 'retry-after': '1800' }).end()
        : response.writeHead(404).end(),
    );
    const ends: unknown[] = [];
    const pace: Pace = { before: async () => {}, after: async (...args) => void ends.push(args) };
    const { get } = client({ allow: [{ url, token: { headers: { authorization: 'Bearer x' } } }], pace });

    expect((await get(url)).status).toBe(429);
    const { origin } = new URL(url);
    expect(ends).toEqual([
      [origin, 'answered', null],
      [`${origin} without its token`, 'failed', 1_800_000],
    ]);
  });

  it('is not sent again where the origin says in its own way that it is bad', async () => {
    const { url, asked } = await serve((request, response) =>
      request.headers['key'] === undefined
        ? response.end('ok')
        : response.writeHead(404, { message: 'Invalid key.' }).end(),
    );
    const isRefused = ({ headers }: AnswerFacts) => headers.get('message') === 'Invalid key.';
    const { get } = client({ allow: [{ url, token: { headers: { key: 'x' }, isRefused } }] });

    for (let i = 0; i < 3; i += 1) await get(url);

    expect(asked.map(({ headers }) => headers['key'])).toEqual(['x', undefined, undefined, undefined]);
  });

  it('is noticed when it is accepted, and not when nobody asked for it', async () => {
    const { url } = await serve((_request, response, n) => response.writeHead(n === 1 ? 404 : 200).end());
    const notices: HttpNotice[] = [];
    const isAccepted = (headers: ReadonlyMap<string, string>) => headers.has('x-limit');
    const http = openHttpClient({
      allow: [{ url, token: { headers: { authorization: 'Bearer x' }, isAccepted } }],
      userAgent: 'Almanac/test',
    });
    open.defer(http.close);
    const get = async () =>
      http.get(url, { signal: AbortSignal.timeout(5_000), onNotice: (notice) => void notices.push(notice) });

    await get();
    const during = notices.splice(0).map(({ code }) => code);
    await get();

    expect(during).toEqual(['TOKEN_REFUSED']);
    expect(notices).toMatchObject([{ code: 'TOKEN_ACCEPTED' }]);
  });
});

describe('its pace', () => {
  it('is asked for before each request and told how it ended', async () => {
    const { url } = await serve((_request, response, n) => response.writeHead(n < 2 ? 500 : 404).end());
    const seen: string[] = [];
    const pace: Pace = {
      before: async () => void seen.push('before'),
      after: async (_origin, outcome) => void seen.push(outcome),
    };

    await client({ allow: [url], pace }).get(url);

    expect(seen).toEqual(['before', 'failed', 'before', 'answered']);
  });

  it('may forbid it, which is not tried again', async () => {
    const { url, asked } = await serve((_request, response) => response.end());
    const pace: Pace = { before: () => Promise.reject(new Error('resting')), after: async () => {} };

    await expect(client({ allow: [url], pace }).get(url)).rejects.toThrow('resting');

    expect(asked).toHaveLength(0);
  });
});

describe('when it asks again', () => {
  it('after a status that the origin uses to slow us down', async () => {
    const { url, asked } = await serve((_request, response, n) => response.writeHead(n < 2 ? 403 : 200).end('ok'));

    expect((await client({ allow: [{ url, isThrottled: ({ status }) => status === 403 }] }).get(url)).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('less and less while all else fails too', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(503).end());
    const { get } = client({ allow: [url] });

    for (let i = 0; i < 50; i += 1) await get(url);

    expect(asked.length).toBeLessThan(50 * 1.6);
  });

  it.each([408, 429, 500, 502, 503, 504, 524])('after status %i', async (status) => {
    const { url, asked } = await serve((_request, response, n) => response.writeHead(n < 3 ? status : 200).end('ok'));
    const { get, waits } = client({ allow: [url] });

    expect((await get(url)).status).toBe(200);
    expect(asked).toHaveLength(3);
    expect(waits).toEqual([500, 1000]);
  });

  it.each([400, 401, 403, 404, 501])('not after status %i', async (status) => {
    const { url, asked } = await serve((_request, response) => response.writeHead(status).end());

    expect((await client({ allow: [url] }).get(url)).status).toBe(status);
    expect(asked).toHaveLength(1);
  });

  it('at most three times, and then shows the last answer', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(503).end('busy'));

    expect((await client({ allow: [url] }).get(url)).status).toBe(503);
    expect(asked).toHaveLength(3);
  });

  it('as late as the upstream asks for', async () => {
    const { url } = await serve((_request, response, n) =>
      response.writeHead(n < 2 ? 429 : 200, { 'retry-after': '7' }).end(),
    );
    const { get, waits } = client({ allow: [url] });

    await get(url);

    expect(waits).toEqual([7_000]);
  });

  it.each([
    ['in twenty seconds', 20, 3],
    ['in an hour', 3600, 1],
  ])('as GitHub says that its budget is full again %s', async (_name, seconds, requests) => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    const { url, asked } = await serve((_request, response) =>
      response
        .writeHead(403, {
          date: new Date(now).toUTCString(),
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(now / 1000 + seconds),
        })
        .end(),
    );
    const { get, waits } = client({ allow: [{ url, isThrottled: ({ status }) => status === 403 }] });

    expect((await get(url)).status).toBe(403);
    expect(asked).toHaveLength(requests);
    expect(waits).toEqual(Array.from({ length: requests - 1 }, () => seconds * 1000));
  });

  it('as often and as late as the origin needs', async () => {
    const { url, asked } = await serve((_request, response, n) =>
      response.writeHead(n < 10 ? 503 : 200, { 'retry-after': '0' }).end('ok'),
    );
    const { get, waits } = client({ allow: [{ url, patience: { tries: 10, waitMs: 30_000 } }] });

    // More tries than the budget of retries has: waits of half a minute do not count against it.
    for (let day = 0; day < 3; day += 1) {
      asked.length = 0;
      expect((await get(url)).status).toBe(200);
      expect(asked).toHaveLength(10);
    }
    expect(new Set(waits)).toEqual(new Set([30_000]));
  });

  it('after headers that were late', async () => {
    const { url, asked } = await serve(
      (_request, response, n) => void setTimeout(() => response.end('late'), n < 2 ? 2_000 : 0),
    );

    // Undici looks at its timers once a second.
    expect((await client({ allow: [{ url, patience: { headersMs: 100 } }] }).get(url)).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('after a body that came to a halt', async () => {
    const { url, asked } = await serve((_request, response, n) => {
      response.write('a');
      setTimeout(() => response.end('b'), n < 2 ? 2_000 : 0);
    });

    expect((await client({ allow: [{ url, patience: { bodyMs: 100 } }] }).get(url)).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('not when whoever waits would have given up by then', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(503, { 'retry-after': '20' }).end());
    const http = openHttpClient({ allow: [url], userAgent: 'Almanac/test' });
    open.defer(http.close);
    const hurry = { until: performance.now() + 10_000, carried: false };

    expect((await http.get(url, { signal: AbortSignal.timeout(5_000), hurry })).status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  it('not when it is blocked, and leaves the origin alone', async () => {
    const { url, asked } = await serve((_request, response) => response.writeHead(403).end('<html>'));
    const rests: unknown[] = [];
    const pace: Pace = { before: async () => {}, after: async (...args) => void rests.push(args.slice(1)) };
    const http = openHttpClient({
      allow: [{ url, block: { status: 403, restMs: 86_400_000 } }],
      userAgent: 'Almanac/test',
      pace,
    });
    open.defer(http.close);
    const notices: HttpNotice[] = [];

    await http.get(url, { signal: AbortSignal.timeout(5_000), onNotice: (notice) => void notices.push(notice) });

    expect(asked).toHaveLength(1);
    expect(rests).toEqual([['failed', 86_400_000]]);
    expect(notices).toEqual([
      { code: 'BLOCKED', detail: expect.stringMatching(/answers 403 and is not asked for 24 hours$/) },
    ]);
  });

  it('not at all when it is asked to wait beyond reason', async () => {
    const { url, asked } = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': '86400' }).end(),
    );

    expect((await client({ allow: [url] }).get(url)).status).toBe(429);
    expect(asked).toHaveLength(1);
  });

  it('after a connection that broke within the body', async () => {
    const { url, asked } = await serve((_request, response, n) => {
      response.writeHead(200, { 'content-length': '10' });
      if (n === 1) response.write('12345', () => response.destroy());
      else response.end('1234567890');
    });

    expect(text((await client({ allow: [url] }).get(url)).body)).toBe('1234567890');
    expect(asked).toHaveLength(2);
  });

  it('after a refused connection', async () => {
    const { get, waits } = client({ allow: ['http://127.0.0.1:1/'] });

    await expect(get('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
    expect(waits).toHaveLength(2);
  });

  it('not after its caller has given up', async () => {
    const { url, asked } = await serve(() => {});
    const http = openHttpClient({ allow: [url], userAgent: 'Almanac/test' });
    open.defer(http.close);

    await expect(http.get(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');

    expect(asked).toHaveLength(1);
  });

  it('after an attempt that never ended', async () => {
    const { url, asked } = await serve((_request, response, n) => void (n > 1 && response.end('ok')));

    expect((await client({ allow: [url], attemptTimeoutMs: 100 }).get(url)).status).toBe(200);
    expect(asked).toHaveLength(2);
  });
});
