import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { runningClock, startFamousTwins } from '@almanac/twins';
import pg from 'pg';
import { expect, it } from 'vitest';
import { serverUrl } from '../packages/server/test/support/database.ts';
import { twinAddresses } from '../scripts/demo/twin-addresses.ts';
import { ROOT } from './docs-pages.ts';
import { freePorts } from './quick-start-ports.ts';
import { terminalEnvironment } from './quick-start-shell.ts';

/** The real upstreams cannot be asked in a test: look-alikes are set in their place, as an operator would set a mirror. */
it('npm run demo -- --live reads what the environment names, the small sources first', async () => {
  await using stack = new AsyncDisposableStack();
  const twins = stack.use(await startFamousTwins(runningClock()));
  const database = `almanac_test_${randomBytes(6).toString('hex')}`;
  stack.defer(() => dropDatabase(database));
  const [port, metrics] = await freePorts();
  const environment = {
    ...terminalEnvironment(),
    REDIS_URL: process.env['REDIS_URL'],
    ...twinAddresses(twins),
    CANARIES: '{}',
    DATABASE_URL: serverUrl,
    DEMO_DATABASE: database,
    PORT: String(port),
    METRICS_PORT: String(metrics),
  };

  const demo = spawn(process.execPath, ['--conditions=@almanac/source', 'scripts/demo.ts', '--live'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (text: Buffer) => (written += text.toString()));
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  stack.defer(async () => void (demo.kill('SIGTERM'), await ended));
  await expect.poll(() => written, { timeout: 120_000, interval: 200 }).toMatch(/Still to read: (?:\w+, )*nvd\n/);

  const waiting = [...written.matchAll(/Still to read: (.*)\n/g)].map(([, names]) => names?.split(', ') ?? []);
  const readFirst = waiting.find((names) => !names.includes('kev'));
  expect(readFirst).toContain('nvd');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).not.toContain('Demo data');
}, 180_000);

async function dropDatabase(name: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.end();
}
