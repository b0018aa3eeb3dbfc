import { type WorldSize, worldSize } from '@almanac/twins';
import type { Db } from '../../../src/store/database.ts';
import { tableStates } from '../corpus/store.ts';
import { openTestDatabases } from '../database.ts';
import { type CommandEnded, runCommand } from './commands.ts';
import { startWorldDatabase } from './database.ts';
import { watchRun } from './progress.ts';
import { openReaders, percentileOf, READ_KINDS, type Readers, type ReadTimes } from './reads.ts';
import { startUpstreamProcess, type ToUpstream } from './upstream.ts';

/** A store of its own beside an upstream of a share of the world's size. */
export interface World extends AsyncDisposable {
  readonly size: WorldSize;
  readonly db: Db;
  moveTo(state: ToUpstream): Promise<void>;
  /** `ingest <source> --channel <channel>`, in a process of its own. */
  ingest(source: string, channel: string): Promise<CommandEnded>;
  verify(): Promise<CommandEnded>;
  /** Reads until told to stop. */
  readUntil(signal: AbortSignal): Promise<ReadTimes>;
  /** Rows and bytes of every table that has any. */
  sayTables(): Promise<void>;
}

const MB = 1024 ** 2;

export interface WorldOptions {
  /** Of the whole world. */
  readonly share: number;
  /** A PostgreSQL server of its own, set up as a deployment would have it. */
  readonly ownServer: boolean;
  readonly say: (text: string) => void;
}

export async function openWorld({ share, ownServer, say }: WorldOptions): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const began = performance.now();
  const upstream = opening.use(await startUpstreamProcess(share, say));
  say(`the upstream was written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const size = worldSize(share);
  const database = opening.use(await startWorldDatabase(ownServer));
  const { primary: db, close } = openTestDatabases(database.url, { max: 4 });
  opening.defer(close);
  // From the start: a database that is in use is not taken for a leftover, however long this goes on.
  const readers: Readers = opening.use(await openReaders(database.url, size));
  const over = new AbortController();
  opening.defer(() => over.abort());
  const { urls, folder } = upstream;
  const place = { databaseUrl: database.url, urls, folder, firstDays: size.days + 1, signal: over.signal };
  const opened = opening.move();

  return {
    size,
    db,
    moveTo: (state) => upstream.moveTo(state),
    async ingest(source, channel) {
      const watching = new AbortController();
      const watch = watchRun(db, `${source} ${channel}`, say, watching.signal);
      const ended = await runCommand(place, ['ingest', source, '--channel', channel]);
      watching.abort();
      sayEnded(ended, Number(/(\d+) seen/.exec(ended.out)?.[1]), await watch);
      return ended;
    },
    async verify() {
      const ended = await runCommand(place, ['verify']);
      sayEnded(ended, Number(/(\d+) documents/.exec(ended.out)?.[1]), 0);
      return ended;
    },
    readUntil: (signal) => readers.readUntil(signal),
    async sayTables() {
      const states = (await tableStates(db, '0')).filter(({ rows }) => rows > 0);
      for (const { table, rows, bytes } of states) {
        say(`${table.padEnd(24)} ${String(rows).padStart(9)} rows ${(bytes / MB).toFixed(1).padStart(8)} MB`);
      }
      const total = states.reduce((sum, { bytes }) => sum + bytes, 0);
      say(`${'all'.padEnd(24)} ${' '.repeat(14)} ${(total / MB).toFixed(1).padStart(8)} MB`);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };

  function sayEnded({ code, out, complaints, seconds, usage }: CommandEnded, records: number, rows: number): void {
    const { peakMb, cpuSeconds } = usage;
    const rates = `${Math.round(records / seconds)} records/s, ${Math.round(rows / seconds)} rows/s`;
    const used = `${cpuSeconds?.toFixed(1)} s of a processor, ${peakMb?.toFixed(0)} MB of memory at most`;
    say(`${out.trim()}\n  in ${seconds.toFixed(1)} s, ${rates}; ${used}`);
    if (code !== 0) say(complaints);
  }
}

/** How much slower the slowest in a hundred is than before, by what was read; each kind is said. */
export function compareReads(idle: ReadTimes, busy: ReadTimes, say: (text: string) => void): number[] {
  return READ_KINDS.map((kind) => {
    const [before, during] = [idle.get(kind) ?? [], busy.get(kind) ?? []];
    const told = (times: readonly number[]) =>
      `p50 ${percentileOf(times, 0.5).toFixed(2)} ms, p99 ${percentileOf(times, 0.99).toFixed(2)} ms of ${times.length}`;
    const ratio = percentileOf(during, 0.99) / percentileOf(before, 0.99);
    say(`${kind}: idle ${told(before)}; meanwhile ${told(during)}; p99 ${ratio.toFixed(2)} times`);
    return ratio;
  });
}
