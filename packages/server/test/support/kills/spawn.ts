import { type ChildProcessByStdio, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A file of this folder in a process of its own. */
export function spawnFile(
  name: string,
  options: unknown,
  errors: 'inherit' | 'ignore',
): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [...argumentsOf(name), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', errors],
  });
}

/** The same for one that is told what to do on its input. */
export function spawnWaiting(name: string): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, argumentsOf(name), { stdio: ['pipe', 'pipe', 'inherit'] });
}

function argumentsOf(name: string): string[] {
  return ['--conditions=@almanac/source', path.resolve(import.meta.dirname, name)];
}
