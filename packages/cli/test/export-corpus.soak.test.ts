import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { openCorpusWorld } from '../../server/test/support/corpus/world.ts';
import { storedCounts } from '../../server/test/support/snapshots/stored-counts.ts';
import type { TableName } from '../src/db/export/tables.ts';
import { almanac, start } from './support/command-line.ts';
import { openPublisher } from './support/publisher.ts';

/** Everything takes many minutes: ALMANAC_SLICE=default for some 3,000 CVEs. */
const SLICE = process.env['ALMANAC_SLICE'] === 'default' ? 'default' : 'everything';

it.skipIf(!hasCorpus)(
  'an export of real records has what the snapshot and the database have',
  { timeout: 3_600_000 },
  async () => {
    await using world = await openCorpusWorld({ cves: SLICE });
    await using publisher = await openPublisher(world.db);
    // By the clock: the program is run in a process of its own.
    const { manifest } = await publisher.publish(new Date());
    const environment = { XDG_CACHE_HOME: path.join(publisher.base, 'cache'), ALMANAC_SNAPSHOT_KEY: publisher.key };
    const pull = ['db', 'pull', '--all', '--from', publisher.folder];
    const pulled = await almanac(pull, { environment, folder: publisher.base });
    expect(pulled.code, pulled.err).toBe(0);

    const args = ['db', 'export', '--format', 'sqlite', '--output', 'almanac.sqlite', '--json'];
    const began = performance.now();
    const { child, ended } = start(args, environment, publisher.base);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentOf(child.pid));
    }, 20);
    const { code, out, err } = await ended;
    clearInterval(watch);
    expect(code, err).toBe(0);
    const report = JSON.parse(out) as { bytes: number; complete: boolean; rows: Readonly<Record<TableName, number>> };
    expect(report.complete).toBe(true);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`sqlite: ${report.bytes} bytes, ${seconds} s, at most ${peak} MB, load ${loadavg()[0]?.toFixed(1)}`);
    const counts = report.rows;
    const packed = manifest.partitions.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`snapshot ${packed} bytes; rows ${JSON.stringify(counts)}`);

    using db = new DatabaseSync(path.join(publisher.base, 'almanac.sqlite'), { readOnly: true });
    const ofSnapshot = manifest.partitions.flatMap(({ name, rows: own }) =>
      name === 'risk' ? [] : [[name.slice(10), own]],
    );
    const statements = db.prepare('select ecosystem, count(*) as n from affected group by ecosystem').all();
    expect(statements.map(({ ecosystem, n }) => [ecosystem, n])).toEqual(ofSnapshot.filter(([, own]) => own !== 0));
    // Every record leads to one vulnerability, and no statement to none.
    expect(db.prepare('select id from alias group by id having count(*) > 1').all()).toEqual([]);
    expect(
      db.prepare('select count(*) as n from affected where vulnerability not in (select id from vulnerability)').get(),
    ).toEqual({ n: 0 });

    const stored = await storedCounts(world.db);
    console.log(`database ${JSON.stringify(stored)}`);
    expect(counts).toMatchObject({ package: stored?.package, kev: stored?.kev, epss: stored?.epss });
    // Entries of a record that say the same of a package are one statement.
    expect(counts.affected).toBeLessThanOrEqual(stored?.affected ?? 0);
  },
);

/** Megabytes of a process. */
function residentOf(pid: number | undefined): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
