#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import type { Sink } from './process-context.ts';

/** Set by the build. */
declare const ALMANAC_VERSION: string | undefined;

const version = typeof ALMANAC_VERSION === 'string' ? ALMANAC_VERSION : versionOfSources();
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  writeSync(1, `${version}\n`);
  process.exit(0);
}
// Must come before other imports: a second run starts in half the time.
enableCompileCache();
const { PipeClosed, run } = await import('./run.ts');

const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(signal));
    // Work that cannot be cancelled, such as reading a pipe that nobody writes to, must not keep us. A second signal
    // has its usual effect.
    setTimeout(() => process.kill(process.pid, signal), 1_000).unref();
  });
}

process.exitCode = await run(
  {
    out: sinkOf(process.stdout),
    err: sinkOf(process.stderr),
    environment: process.env,
    folder: folderOf(process.env),
    home: homedir(),
    version,
    now: Date.now,
    uuid: randomUUID,
    signal: stop.signal,
  },
  process.argv.slice(2),
);

function versionOfSources(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * `npm run` changes to the package's folder, and a scan would be of ourselves: uses the folder in which it was typed.
 */
function folderOf({ INIT_CWD, npm_lifecycle_event, npm_package_name }: NodeJS.ProcessEnv): string {
  const isOurs = npm_lifecycle_event === 'almanac' && npm_package_name === 'almanac';
  return isOurs && INIT_CWD !== undefined ? INIT_CWD : process.cwd();
}

/** Pipes have neither `isTTY` nor `columns`. */
type Stream = Pick<NodeJS.WriteStream, 'on' | 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

function sinkOf(stream: Stream): Sink {
  let closed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
    stop.abort(new PipeClosed());
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      // A terminal of unknown width says 0.
      return stream.isTTY === true ? stream.columns || null : null;
    },
    write(text) {
      if (!closed) stream.write(text);
    },
  };
}
