import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorldUpstreamUrls } from '@almanac/twins';

const PROGRAM = path.resolve(import.meta.dirname, '../../../src/bin/almanac-server.ts');
const LOOK_EVERY_MS = 100;

export interface CommandEnded {
  readonly code: number | null;
  readonly out: string;
  /** Progress, warnings and what went wrong. */
  readonly complaints: string;
  readonly seconds: number;
  readonly usage: ProcessUsage;
}

/** As the kernel tells of a process; nulls where it does not. */
interface ProcessUsage {
  /** The most memory it had at any time, in megabytes. */
  readonly peakMb: number | null;
  readonly cpuSeconds: number | null;
}

export interface CommandPlace {
  readonly databaseUrl: string;
  readonly urls: WorldUpstreamUrls;
  /** Where downloads go. */
  readonly folder: string;
  /** How many days of scores an empty store begins with. */
  readonly firstDays: number;
  /** Whoever asked no longer waits. */
  readonly signal: AbortSignal;
}

/** Runs the program as a deployment does, in a process of its own, and looks at its memory from outside. */
export async function runCommand(place: CommandPlace, args: readonly string[]): Promise<CommandEnded> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--conditions=@almanac/source', PROGRAM, ...args], {
    env: environmentOf(place),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: place.signal,
    killSignal: 'SIGKILL',
  });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  let ended = false;
  const exited = once(child, 'exit').finally(() => {
    ended = true;
  });
  let usage: ProcessUsage = { peakMb: null, cpuSeconds: null };
  while (!ended) {
    usage = (await usageOf(child.pid)) ?? usage;
    await Promise.race([exited, sleep(LOOK_EVERY_MS)]);
  }
  const [code] = (await exited) as [number | null];
  const seconds = (performance.now() - began) / 1000;
  return { code, out: await output, complaints: await errors, seconds, usage };
}

/** The kernel keeps the high-water mark: no peak between two looks is missed. Null once the process has ended. */
async function usageOf(pid: number | undefined): Promise<ProcessUsage | null> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(await read('status'))?.[1];
  const stat = await read('stat');
  // The name before it, in brackets, may hold anything; utime and stime are the fields 14 and 15, in hundredths.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  if (kilobytes === undefined || system === undefined) return null;
  return { peakMb: Number(kilobytes) / 1024, cpuSeconds: (Number(user) + Number(system)) / 100 };
}

function environmentOf({ databaseUrl, urls, folder, firstDays }: CommandPlace): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    TMPDIR: folder,
    DATABASE_URL: databaseUrl,
    CVE_LIST_RAW_URL: urls.cveFiles,
    CVE_LIST_RELEASES_URL: `${urls.cveReleases}/releases`,
    CVE_LIST_ARCHIVE_URLS: urls.cveReleases,
    OSV_BUCKET_URL: `${urls.osv}/`,
    EPSS_URL: urls.epss,
    EPSS_FIRST_DAYS: String(firstDays),
    // A made-up world has none of the well-known records.
    CANARIES: '{}',
  };
}
