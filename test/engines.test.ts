import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../packages/server/test/support/processes/free-port.ts';
import { startRedis } from '../packages/server/test/support/processes/redis-server.ts';
import { ROOT } from './docs-pages.ts';

const OWN = { DATABASE_URL: 'postgres://postgres@127.0.0.1:54329/postgres', REDIS_URL: 'redis://127.0.0.1:63799' };
const started = process.env['DATABASE_URL'] === OWN.DATABASE_URL && process.env['REDIS_URL'] === OWN.REDIS_URL;
if (!started) console.log('Skipping the tests of .ci/engines: the engines of this run were not started by it.');

/** Runs `.ci/engines` and returns the addresses that it prints, or what it complains of. */
function runEngines(env: Record<string, string>, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(path.join(ROOT, '.ci/engines'), args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
    timeout: 60_000,
  });
  return stdout.trim() || stderr;
}

const formatExports = (database: string, redis: string) => `export DATABASE_URL='${database}' REDIS_URL='${redis}'`;
const OWN_EXPORTS = formatExports(OWN.DATABASE_URL, OWN.REDIS_URL);

describe.skipIf(!started)('.ci/engines', () => {
  it('gives a second terminal the engines that the first one started', async () => {
    const closed = await freePort();

    const output = runEngines({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${closed}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${closed}`,
    });

    expect([output, runEngines({}, '--own')]).toEqual([OWN_EXPORTS, OWN_EXPORTS]);
  });

  it('believes an address that lets it in', () => {
    const database = `${OWN.DATABASE_URL}?application_name=engines`;

    expect(runEngines({ ...OWN, DATABASE_URL: database })).toBe(formatExports(database, OWN.REDIS_URL));
  });

  it('passes over servers that listen and let nobody in', async () => {
    await using redis = await startRedis();
    await redis.client.config('SET', 'requirepass', 'secret');

    const output = runEngines({
      DATABASE_URL: OWN.DATABASE_URL.replace('postgres@', 'stranger@'),
      REDIS_URL: redis.url,
    });

    expect(output).toBe(OWN_EXPORTS);
  });
});
