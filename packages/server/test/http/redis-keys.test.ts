import { describe, expect, it } from 'vitest';
import { ONE_KEY_COMMANDS } from '../../src/platform/redis-connection.ts';
import { testApp } from '../support/app.ts';
import { redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { countingRoute } from '../support/routes.ts';

/** As Redis names them. */
const OURS = ONE_KEY_COMMANDS.map((name) => name.replace(/Buffer$/, '').toLowerCase());

// A cluster refuses a command or a script with keys of two hash slots. One key is always in one slot.
describe.skipIf(redisUnavailable !== null)('what the service asks of Redis', () => {
  it('takes one key each, by the word of Redis', async () => {
    await using server = await startRedis();

    const known = (await server.client.command('INFO', ...OURS)) as [string, number, string[], number, number][];

    expect(known.map(([name, , , first, last]) => ({ name, first, last }))).toEqual(
      OURS.map((name) => ({ name, first: 1, last: 1 })),
    );
  });

  it('is never anything else', async () => {
    await using server = await startRedis();
    const redis = await server.guarded();
    const heard: string[][] = [];
    const monitor = await server.client.monitor();
    monitor.on('monitor', (_time: string, command: string[]) => heard.push(command));
    await using app = await testApp({ redis, routes: [countingRoute()] });

    for (const word of ['a', 'b', 'a']) await app.get(`/api/v1/count?word=${word}`);
    await expect.poll(() => new Set(heard.map(([name = '']) => name.toLowerCase()))).toEqual(new Set(OURS));
    const keys = await Promise.all(heard.map((command) => server.client.call('COMMAND', 'GETKEYS', ...command)));
    monitor.disconnect();

    expect(keys.filter((taken) => (taken as string[]).length !== 1)).toEqual([]);
  });
});
