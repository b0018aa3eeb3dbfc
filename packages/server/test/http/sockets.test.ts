import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { countingRoute, plainRoute, postRoute } from '../support/routes.ts';
import { exchange, statusesIn } from '../support/socket.ts';

let app: TestApp;
let smuggled = 0;
const hidden = plainRoute('/hidden', async () => ({ data: { smuggled: (smuggled += 1) } }));
beforeAll(async () => {
  app = await testApp({
    routes: [countingRoute(), postRoute, hidden],
    settings: { timeouts: { headersMs: 300, requestMs: 500, connectionMs: 2_000 } },
  });
});
afterAll(() => app.close());

const POST = 'POST /api/v1/post HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** What a smuggler hides behind another request. */
const HIDDEN = 'GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a slow sender is told so and its connection closed', () => {
  it.each([
    ['after half a header', 'GET /api/v1/count HTTP/1.1\r\nHos'],
    ['after headers without their end', 'GET /api/v1/count HTTP/1.1\r\nHost: x\r\nA: b\r\n'],
    ['in the middle of a body', `${POST}Content-Length: 100\r\n\r\n{"names":`],
    ['in the middle of a chunk', `${POST}Transfer-Encoding: chunked\r\n\r\n20\r\n{"na`],
    ['before its first byte', ''],
  ])('%s', async (_name, bytes) => {
    const start = performance.now();

    const answer = await exchange(app.url, bytes);

    expect(statusesIn(answer)).toEqual([408]);
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
    expect(performance.now() - start).toBeLessThan(10_000); // without limits: never
  });

  it('also when a byte comes now and then', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /api/v1/count HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.write('X: y\r\n'), 50);

    await closed;
    clearInterval(drip);

    expect(statusesIn(Buffer.concat(chunks).toString())).toEqual([408]);
  });

  it('and counts as no fault of ours, nor does a sender who goes away', async () => {
    const before = app.logged.length;
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${POST}Content-Length: 100\r\n\r\n{"names":`);
      setTimeout(() => socket.destroy(), 50);
    });

    await exchange(app.url, `${POST}Content-Length: 100\r\n\r\n{"names":`);
    await sleep(100);

    const faults = app.logged.slice(before).filter((line) => /"level":"(warn|error)"|"status":5/.test(line));
    expect(faults).toEqual([]);
    expect(await app.registry.metrics()).not.toMatch(/status="5\d\d"/);
  });
});

describe('a request that two servers could read in two ways is refused, and nothing behind it is read', () => {
  it.each([
    ['length and chunks', `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n`],
    ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a coding after chunked', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a coding spelled with a tab', `${POST}Transfer-Encoding: chun\tked\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a folded header', `${POST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a"} `],
    ['a list of lengths', `${POST}Content-Length: 5, 6\r\n\r\n{"a"} `],
    ['a signed length', `${POST}Content-Length: +5\r\n\r\n{"a"}`],
    ['a length in hexadecimal', `${POST}Content-Length: 0x5\r\n\r\n{"a"}`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
    ['a chunk size that is none', `${POST}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n`],
    ['a chunk size beyond all numbers', `${POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n`],
    ['a bare line feed after the headers', `${POST}Content-Length: 5\n\n{"a"}`],
    ['a NUL in a header', `${POST}X-A: a\0b\r\nContent-Length: 0\r\n\r\n`],
    ['a bare carriage return in a header', `${POST}X-A: a\rX-B: b\r\nContent-Length: 0\r\n\r\n`],
    ['no version', 'GET /api/v1/count\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a space in the address', 'GET /api/v1/count HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s', async (_name, bytes) => {
    const answer = await exchange(app.url, bytes + HIDDEN);

    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('"code":"REQUEST_MALFORMED"');
    expect(smuggled).toBe(0);
  });
});

describe('headers', () => {
  const bare = (headers: string) =>
    exchange(app.url, `GET /api/v1/count HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

  it.each(['Host: x\r\nHost: y\r\n', 'host: x\r\nHOST: x\r\n'])('with two hosts are refused: %j', async (hosts) => {
    const answer = await bare(hosts);

    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('"code":"REQUEST_MALFORMED"');
  });

  it.each([
    ['64 kB in one', `Host: x\r\nX-Big: ${'a'.repeat(65_536)}\r\n`],
    ['64,000 of them', `Host: x\r\n${'A:b\r\n'.repeat(64_000)}`],
  ])('are refused: %s', async (_name, headers) => {
    // The server may close before all is written, and its answer be lost with the connection.
    const answer = await bare(headers).catch((error: NodeJS.ErrnoException) => error.code ?? '');

    expect(answer).toMatch(/^(HTTP\/1\.1 431 |ECONNRESET|EPIPE)/);
  });

  it('without a host are refused in the same form as everything else', async () => {
    const answer = await bare('');

    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('"code":"REQUEST_MALFORMED"');
    expect(answer.toLowerCase()).toContain('x-ratelimit-remaining');
  });

  it('of HTTP/1.0 need no host', async () => {
    const answer = await exchange(app.url, 'GET /api/v1/count HTTP/1.0\r\n\r\n');

    expect(statusesIn(answer)).toEqual([200]);
  });

  it('with an expectation we know are followed by 100, with any other by the answer itself', async () => {
    const body = '{"names":["curl"]}';
    const length = `Content-Length: ${body.length}\r\nConnection: close\r\n`;

    const known = await exchange(app.url, `${POST}${length}Expect: 100-continue\r\n\r\n${body}`);
    const unknown = await bare('Host: x\r\nExpect: 200-ok\r\n');

    expect(statusesIn(known)).toEqual([100, 200]);
    expect(statusesIn(unknown)).toEqual([200]);
    expect(unknown.toLowerCase()).toContain('x-ratelimit-remaining');
  });

  it('cannot change the protocol', async () => {
    const websocket = await bare('Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n');
    const http2 = await bare('Host: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n');

    expect([...statusesIn(websocket), ...statusesIn(http2)]).toEqual([200, 200]);
  });
});

describe('methods', () => {
  it.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'LOCK'])(
    '%s is refused, with those that are allowed',
    async (method) => {
      const request = `${method} /api/v1/count HTTP/1.1\r\nHost: x\r\nX-Canary: canary\r\nConnection: close\r\n\r\n`;

      const answer = await exchange(app.url, request);

      expect(statusesIn(answer)).toEqual([405]);
      expect(answer.toLowerCase()).toContain('allow: get, head, options');
      expect(answer).not.toContain('canary');
    },
  );

  it('CONNECT opens nothing', async () => {
    const answer = await exchange(app.url, 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');

    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
  });

  it('OPTIONS for the server as a whole is answered', async () => {
    const answer = await exchange(app.url, 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    expect(statusesIn(answer)).toEqual([204]);
  });

  it('that no one knows is no request', async () => {
    const answer = await exchange(app.url, 'STEAL /api/v1/count HTTP/1.1\r\nHost: x\r\n\r\n');

    expect(statusesIn(answer)).toEqual([400]);
  });
});
