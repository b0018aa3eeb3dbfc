import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHttpClient } from './http-client.ts';
import { PrivateAddress, type Resolve } from './http-client-address.ts';

let upstream: Server;
let proxy: Server;
let proxied: string[];

beforeEach(async () => {
  proxied = [];
  upstream = createServer((_request, response) => response.end('read')).listen(0, '127.0.0.1');
  proxy = createServer((request, response) => {
    proxied.push(`${request.method} ${request.url}`);
    response.end('by proxy');
  })
    .on('connect', (request, socket) => {
      proxied.push(`CONNECT ${request.url}`);
      const through = connect((upstream.address() as AddressInfo).port, '127.0.0.1');
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket
        .pipe(through)
        .pipe(socket)
        .on('error', () => {});
      through.on('error', () => {});
    })
    .listen(0, '127.0.0.1');
  await Promise.all([once(upstream, 'listening'), once(proxy, 'listening')]);
});
afterEach(() => {
  for (const server of [upstream, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

const resolvesTo =
  (address: string): Resolve =>
  (_host, _options, callback) =>
    callback(null, [{ address, family: 4 }]);
const resolvesNothing: Resolve = (host, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);

async function ask(url: string, allow: string, resolve: Resolve, except = ''): Promise<string> {
  const http = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const client = openHttpClient({
    allow: [allow],
    userAgent: 'test',
    tries: 1,
    resolve,
    proxy: { http, https: http, except },
  });
  try {
    const { body } = await client.get(url, { signal: AbortSignal.timeout(5_000) });
    return new TextDecoder().decode(body);
  } finally {
    await client.close();
  }
}

it.each([
  ['a name that is public', resolvesTo('192.0.2.7')],
  ['a name that only the proxy can resolve', resolvesNothing],
])('asks %s by the proxy', async (_what, resolve) => {
  const said = await ask('http://feeds.example.org/list', 'http://feeds.example.org', resolve);

  expect([said, proxied]).toEqual(['by proxy', ['GET http://feeds.example.org/list']]);
});

it('opens a tunnel to an address of https', async () => {
  // The upstream of this test has no TLS: that the tunnel was requested is what counts.
  await expect(ask('https://feeds.example.org/list', 'https://feeds.example.org', resolvesNothing)).rejects.toThrow();

  expect(proxied).toEqual(['CONNECT feeds.example.org:443']);
});

it('refuses a public name that leads into a private network, and does not tell the proxy', async () => {
  const asked = ask('http://feeds.example.org/list', 'http://feeds.example.org', resolvesTo('169.254.169.254'));

  await expect(asked).rejects.toBeInstanceOf(PrivateAddress);
  expect(proxied).toEqual([]);
});

it('refuses an origin that was not configured', async () => {
  await expect(ask('http://other.example.org/', 'http://feeds.example.org', resolvesNothing)).rejects.toThrow(
    'other.example.org',
  );

  expect(proxied).toEqual([]);
});

it('asks what NO_PROXY names directly', async () => {
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;

  const said = await ask(url, url, resolvesNothing, '127.0.0.1');

  expect([said, proxied]).toEqual(['read', []]);
});
