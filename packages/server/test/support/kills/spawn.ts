import { type ChildProcessByStdio, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** A file of this folder in a process of its own. */
export function spawnFile(
  name: string,
  options: unknown,
  errors: 'inherit' | 'ignore',
): ChildProcessByStdio<null, Readable, null> {
  const file = path.resolve(import.meta.dirname, name);
  return spawn(process.execPath, ['--conditions=@almanac/source', file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', errors],
  });
}
