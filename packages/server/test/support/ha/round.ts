import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Leaf, merkleRoot } from '../../../src/ingest/merkle.ts';
import { databaseUrl, type HaCluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { type Attempt, longestOutage, longestSilence, splitBrain } from './judge.ts';
import { APP_MACHINES, type AppMachine } from './network.ts';
import { members } from './patroni.ts';
import type { Traffic } from './traffic.ts';

/** What one fault has done. Times in milliseconds. */
export interface RoundReport {
  readonly fault: string;
  /** Whom it hit. */
  readonly hit: string;
  /** From the first read that failed to the next that did not, at the worse of the two doors. */
  readonly cachedReads: number;
  readonly uncachedReads: number;
  /** Between two acknowledged commits, on whichever node. */
  readonly commits: number;
  /** Between two records that a worker has stored. */
  readonly records: number;
  /** From the fault until every part was well again. */
  readonly whole: number;
  /** Acknowledged versions of records so far. */
  readonly versions: number;
  readonly lostVersions: readonly string[];
  readonly lostCommits: readonly number[];
  /** Whether what was acknowledged before the fault has the same root after it. */
  readonly sameRoot: boolean;
  /** Commits that two nodes acknowledged in the same period. */
  readonly splitBrain: number;
}

const WELL_WITHIN_S = 240;
/** A job of a worker that died waits for 82 s; a new one does not. */
const STORED_WITHIN_MS = 90_000;

export async function chaosRound(
  cluster: HaCluster,
  traffic: Traffic,
  fault: Fault,
  pick: <T>(list: readonly T[]) => T,
): Promise<RoundReport> {
  await cluster.untilWell(WELL_WITHIN_S);
  const before = await versionsOf((await traffic.stored()).map(({ key }) => key));
  const [from, fromDate] = [performance.now(), Date.now()];
  const hit = await fault.strike(cluster, pick);
  await cluster.untilWell(WELL_WITHIN_S);
  const whole = performance.now() - from;
  await untilStored(traffic, Date.now());

  const stored = await traffic.stored();
  const after = await versionsOf(stored.map(({ key }) => key));
  const has = new Set(after.map(({ key }) => key.split(' ')[0]));
  const same = new Set(before.map(({ key }) => key));
  return {
    fault: fault.name,
    hit,
    cachedReads: worst(traffic.cached, from),
    uncachedReads: worst(traffic.uncached, from),
    commits: longestSilence(
      traffic.commits.map(({ ackedAt }) => ackedAt),
      from,
    ),
    records: longestSilence(
      stored.map(({ at }) => at),
      fromDate,
    ),
    whole,
    versions: after.length,
    lostVersions: stored.map(({ key }) => key).filter((key) => !has.has(key)),
    lostCommits: await lostCommits(traffic.commits.map(({ id }) => id)),
    sameRoot: merkleRoot(after.filter(({ key }) => same.has(key))).equals(merkleRoot(before)),
    splitBrain: splitBrain(traffic.commits).length,
  };
}

function worst(doors: Readonly<Record<AppMachine, readonly Attempt[]>>, from: number): number {
  return Math.max(...APP_MACHINES.map((door) => longestOutage(doors[door].filter(({ endedAt }) => endedAt > from))));
}

/** Workers go on: one has stored a record that was asked for after this moment. */
async function untilStored(traffic: Traffic, since: number): Promise<void> {
  const end = performance.now() + STORED_WITHIN_MS;
  while (!(await traffic.stored()).some(({ at }) => at > since)) {
    if (performance.now() > end) throw new Error(`no worker has stored anything for ${STORED_WITHIN_MS / 1_000} s`);
    await sleep(250);
  }
}

/** The versions of these records, a leaf each: its key is the record's and the number of the version. */
async function versionsOf(keys: readonly string[]): Promise<Leaf[]> {
  return onPrimary(async (client) => {
    const { rows } = await client.query<Leaf>(
      `select source.name as source, record.key || ' ' || version.seq as key, blob.raw_sha256 as sha256
       from record join source on source.id = record.source join version on version.record_id = record.id
       join blob on blob.id = version.blob_id
       where source.name = 'cve_services' and record.key = any($1::text[])`,
      [[...new Set(keys)]],
    );
    return rows;
  });
}

async function lostCommits(ids: readonly number[]): Promise<number[]> {
  return onPrimary(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select given.id from unnest($1::bigint[]) as given (id) where given.id not in (select id from chaos.commit)',
      [ids],
    );
    return rows.map(({ id }) => Number(id));
  });
}

async function onPrimary<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const leader = (await members()).find(({ role }) => role === 'leader');
  if (leader === undefined) throw new Error('there is no primary');
  const client = new pg.Client({ connectionString: databaseUrl(leader.name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
