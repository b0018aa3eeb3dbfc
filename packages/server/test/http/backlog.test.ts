import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startWatchedApi } from '../support/processes/watched-api.ts';

const CONNECTIONS = 1_500;
const BOUND = '/proc/sys/net/core/somaxconn';
const bound = existsSync(BOUND) ? Number(readFileSync(BOUND, 'utf8')) : 0;
if (bound < CONNECTIONS) console.log(`Skipping the backlog: ${BOUND} is ${bound}, and the test needs ${CONNECTIONS}.`);

it.skipIf(bound < CONNECTIONS)('drops no connection of a crowd that comes while the process is busy', async () => {
  await using database = await createTestDatabase();
  await using api = await startWatchedApi(database.url, { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'fatal' });
  const port = Number(new URL(api.url).port);

  api.signal('SIGSTOP');
  let connected = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () =>
    connect(port, '127.0.0.1', () => (connected += 1)).on('error', () => {}),
  );
  for (let waited = 0; connected < CONNECTIONS && waited < 5_000; waited += 50) await sleep(50);
  api.signal('SIGCONT');
  for (const socket of sockets) socket.destroy();

  expect(connected).toBe(CONNECTIONS);
});
