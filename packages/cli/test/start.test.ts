import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from './support/command-line.ts';

/** Run before the program: at its end, writes which modules were loaded. */
const WITNESS = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({ load: (url, context, next) => (seen.add(url), next(url, context)) });
  process.on('exit', () => process.stderr.write(JSON.stringify([...seen])));
`;

const bin = path.resolve(import.meta.dirname, '../src/bin.ts');

async function loadedBy(args: readonly string[]): Promise<{ parts: string[]; code: number | null }> {
  const witness = `data:text/javascript,${encodeURIComponent(WITNESS)}`;
  const child = spawn(process.execPath, ['--conditions=@almanac/source', '--import', witness, bin, ...args], {
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
  });
  let err = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  // How long a client waits is a few lines.
  const urls = (JSON.parse(err.slice(err.indexOf('["'))) as string[]).filter(
    (url) => !url.includes('/core/src/retries/'),
  );
  const heavy = ['/packages/contract/', '/packages/core/', '/node_modules/zod/', '/node_modules/oauth4webapi/'];
  return { parts: heavy.filter((part) => urls.some((url) => url.includes(part))), code };
}

describe('a command loads no more than it needs', () => {
  it.each([[['--version']], [['help']], [['help', 'scan']], [['completion', 'bash']], [['scan', '--fail-on', 'x']]])(
    '%j: neither the contract nor the readers of lockfiles',
    async (args) => {
      expect((await loadedBy(args)).parts).toEqual([]);
    },
  );

  it('status: the contract alone', async () => {
    const sources = { success: true, data: { sources: [] }, timestamp: '2026-11-15T08:00:00.000Z' };
    const server = createServer((_, response) => response.end(JSON.stringify(sources)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;

    const { parts, code } = await loadedBy(['status', '--api', `http://127.0.0.1:${port}`]);
    server.close();

    expect([code, parts]).toEqual([0, ['/packages/contract/', '/node_modules/zod/']]);
  });
});

it('a scan by `npm run` is of the folder in which it was typed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-typed-'));
  const root = path.resolve(import.meta.dirname, '../../..');
  const args = ['run', '--silent', '--prefix', root, 'almanac', '--', 'scan', '--api', 'http://127.0.0.1:9'];

  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  await rm(folder, { recursive: true });

  expect([status, stdout + stderr]).toEqual([3, expect.stringContaining('of 0 components in 0 files')]);
});

it('Ctrl-C ends also what cannot be called off', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-fifo-'));
  spawnSync('mkfifo', [path.join(folder, 'bom.json')]);
  // Nobody writes to the pipe.
  const { child, ended } = start(['scan', 'bom.json'], { ALMANAC_API: 'http://127.0.0.1:1' }, folder);
  setTimeout(() => child.kill('SIGINT'), 3_000);

  const { code } = await ended;
  await rm(folder, { recursive: true });

  // By the signal itself; 130 where the machine was so slow that nothing was read yet.
  expect(child.signalCode ?? code).toBeOneOf(['SIGINT', 130]);
});
