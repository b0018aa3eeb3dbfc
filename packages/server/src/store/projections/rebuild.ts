import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { alignChangeClock, settledBefore } from '../change-clock.ts';
import type { Db, Transaction } from '../database.ts';
import type { Projection } from './define-projection.ts';
import { keptVersions, type VersionPage } from './kept-versions.ts';
import { markCurrent, markRebuilding } from './projection-versions.ts';
import {
  completeShadow,
  forgetProgress,
  keepProgress,
  type RebuildProgress,
  resumedProgress,
} from './rebuild-progress.ts';

export interface RebuildDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  /** How often, and after which pause, the copies try to take the place of the tables. */
  readonly swap?: SwapPatience;
}

export interface SwapPatience {
  readonly attempts: number;
  readonly pauseMs: number;
}

/** A quarter of an hour. Whoever reads a table for longer is waited for by the next rebuild, which begins here. */
const SWAP_PATIENCE: SwapPatience = { attempts: 200, pauseMs: 3_000 };

/**
 * Fills a projection from evidence, beside the tables in use, which serve and are written to until the end. What came
 * in meanwhile is caught up with in rounds, the last of them while writers wait; then the new tables take the place of
 * the old ones in the same transaction. A rebuild that was cut off goes on where it was.
 *
 * The caller sees to it that no two are rebuilt at once.
 */
export async function rebuild(deps: RebuildDeps, projection: Projection): Promise<void> {
  const { db, now, signal } = deps;
  await alignChangeClock(db);
  await markRebuilding(db, projection, now());
  let progress = (await resumedProgress(db, projection)) ?? (await begin(db, projection));
  progress = await fillRound(deps, projection, progress);
  while (progress.round < ROUNDS) progress = await fillRound(deps, projection, await nextRound(db, progress));
  const { attempts, pauseMs } = deps.swap ?? SWAP_PATIENCE;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    if (!(await completeShadow(db, projection.tables))) {
      await forgetProgress(db, projection);
      throw new Error(`The tables of ${projection.name} were changed during their rebuild: it has to begin again`);
    }
    if (await takePlace(deps, projection, progress)) return;
    if (attempt === attempts) {
      throw new Error(
        `The tables of ${projection.name} were in use for too long to be replaced; the next rebuild goes on here`,
      );
    }
    await sleep(pauseMs, undefined, { signal });
    progress = await fillRound(deps, projection, await nextRound(db, progress));
  }
}

/** The first takes as long as it takes; each of the others what came in during the one before. */
const ROUNDS = 3;

async function begin(db: Db, projection: Projection): Promise<RebuildProgress> {
  await forgetProgress(db, projection);
  await sql`select projection.open_shadow(${[...projection.tables]}::text[])`.execute(db);
  // Whoever is still writing has a number at or above this; all below are done, whatever the order they committed in.
  return { round: 1, since: '0', until: await settledBefore(db), place: 0, last: 0 };
}

async function nextRound(db: Db, { round, until }: RebuildProgress): Promise<RebuildProgress> {
  return { round: round + 1, since: until, until: await settledBefore(db), place: 0, last: 0 };
}

/** Goes on with a round and brings it to its end. Records are done together with the note that they are. */
async function fillRound(
  { db, signal }: RebuildDeps,
  projection: Projection,
  from: RebuildProgress,
): Promise<RebuildProgress> {
  let progress = from;
  const { since, until } = from;
  for (const [place, source] of projection.sources.entries()) {
    if (place < from.place) continue;
    const last = place === from.place ? from.last : 0;
    const newest = projection.present === true;
    for await (const page of keptVersions(db, source, { range: { from: since, to: until }, newest, last })) {
      signal?.throwIfAborted();
      progress = { ...from, place, last: page.last };
      await db.transaction().execute(async (trx) => {
        await writePage(trx, projection, page);
        await keepProgress(trx, projection, progress);
      });
    }
  }
  progress = { ...from, place: projection.sources.length, last: 0 };
  await keepProgress(db, projection, progress);
  return progress;
}

async function writePage(trx: Transaction, { write }: Projection, { source, turns }: VersionPage): Promise<void> {
  // Every writer names its tables without a schema: the copies come first, all else is found where it is.
  await sql`set local search_path = shadow, public`.execute(trx);
  for (const changes of turns) await write(trx, source, changes);
}

/** False where somebody reads or writes the tables for longer than others can be made to wait: nothing has happened then. */
async function takePlace(
  { db, now }: RebuildDeps,
  projection: Projection,
  { until }: RebuildProgress,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '10s'`.execute(trx);
      // Waits for transactions that have written a version and may be about to write what follows from it. Readers do not wait.
      await sql`lock table version in share mode`.execute(trx);
      for (const source of projection.sources) {
        const how = { range: { from: until, to: null }, newest: projection.present === true, last: 0 };
        for await (const page of keptVersions(trx, source, how)) await writePage(trx, projection, page);
      }
      // From here on whoever asks for a table waits behind us.
      await sql`set local lock_timeout = '1500ms'`.execute(trx);
      await sql`set local search_path = public`.execute(trx);
      await sql`select projection.swap(${[...projection.tables]}::text[])`.execute(trx);
      await markCurrent(trx, projection, now());
      await forgetProgress(trx, projection);
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
