import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './docs-pages.ts';
import { type Environment, terminalEnvironment } from './quick-start-shell.ts';

const run = promisify(execFile);

/** Where the packages say that they are from. */
export const REPOSITORY = 'https://git.example/almanac/almanac';

/** Builds and packs everything that is published; resolves to the tarballs, in the order in which they import each other. */
export async function packAll(out: string): Promise<string[]> {
  await run(process.execPath, ['scripts/build.ts'], { cwd: ROOT });
  const args = ['scripts/pack.ts', '--out', out, '--repository', REPOSITORY];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: terminalEnvironment() });
  return stdout.trim().split('\n');
}

/** A terminal in which `node` is of this version, taken from npm's package `node` once; null where that cannot be had. */
export async function terminalWithNode(version: string): Promise<Environment | null> {
  const terminal = terminalEnvironment();
  if (process.versions.node.startsWith(`${version}.`)) return terminal;
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const folder = path.join(cache, 'almanac', `node-${version}`);
  const bin = path.join(folder, 'node_modules/.bin');
  if (!existsSync(path.join(bin, 'node'))) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--no-save', '--no-package-lock', '--loglevel=error', '--prefix', '.', `node@${version}`];
    const installed = await run('npm', args, { cwd: folder, env: terminal }).catch((error: Error) => error);
    if (installed instanceof Error) {
      console.log(`Skipping Node ${version}: ${installed.message.split('\n')[1] ?? installed.message}`);
      return null;
    }
  }
  return { ...terminal, PATH: `${bin}${path.delimiter}${terminal['PATH']}` };
}

/** Installs the tarballs in an empty folder, and refuses what does not fit the version of Node. */
export async function installIn(folder: string, tarballs: readonly string[], env: Environment): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--engine-strict'];
  await run('npm', ['init', '--yes', '--init-type=module'], { cwd: folder, env });
  await run('npm', ['install', ...quick, ...tarballs], { cwd: folder, env });
}
