import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { listenAt } from '../../src/http/listen.ts';

const CROWD = 160;

it.skipIf(process.platform !== 'linux')(
  'accepts a crowd of connections in fewer rounds of the event loop than there are connections',
  async () => {
    const app = fastify();
    let accepted = 0;
    app.server.on('connection', () => (accepted += 1));
    const url = await listenAt(app, { host: '127.0.0.1', port: 0 });
    const sockets = Array.from({ length: CROWD }, () => connect(Number(new URL(url).port), '127.0.0.1'));

    let rounds = 0;
    for (; accepted < CROWD && rounds < 10 * CROWD; rounds += 1) await nextRound();
    for (const socket of sockets) socket.destroy();
    await app.close();

    expect(accepted).toBe(CROWD);
    expect(rounds).toBeLessThan(CROWD / 2);
  },
);

it('answers at each of its sockets, and has closed all of them with the app', async () => {
  const app = fastify();
  app.get('/', () => 'here');
  const url = await listenAt(app, { host: '127.0.0.1', port: 0 });
  const answers = await Promise.all(
    Array.from({ length: CROWD }, async () => (await fetch(url, { headers: { connection: 'close' } })).text()),
  );
  await app.close();

  expect(new Set(answers)).toEqual(new Set(['here']));
  await expect(fetch(url)).rejects.toThrow();
});

it('answers what is under way at each of them before it has closed', async () => {
  const app = fastify({ return503OnClosing: false });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let arrived = 0;
  app.get('/', async () => {
    arrived += 1;
    await released;
    return 'here';
  });
  const url = await listenAt(app, { host: '127.0.0.1', port: 0 });
  const answers = Array.from({ length: 40 }, async () =>
    (await fetch(url, { headers: { connection: 'close' } })).text(),
  );
  while (arrived < answers.length) await nextRound();

  let hasClosed = false;
  const closing = app.close().then(() => (hasClosed = true));
  for (let round = 0; round < 50; round += 1) await nextRound();
  const closedEarly = hasClosed;
  release();

  expect(new Set(await Promise.all(answers))).toEqual(new Set(['here']));
  await closing;
  expect(closedEarly).toBe(false);
});

it('does not share its address with another process', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0, reusePort: process.platform === 'linux' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  await expect(listenAt(fastify(), { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
  other.close();
});
