import type { Pool } from '../platform/postgres.ts';
import { withLock } from '../platform/postgres-lock.ts';
import type { Http } from '../sources/source.ts';
import { readCheckpoint } from '../store/checkpoints.ts';
import type { Db } from '../store/database.ts';
import { missingFrom } from '../store/removals.ts';
import { expectRecords, finishRun, type Run, sourceNumber, startRun } from '../store/runs.ts';
import { inBatches } from './batches.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import { judgeListing } from './gate.ts';
import { MAIN_CHANNEL, saveBatch, saveRemovals } from './save-batch.ts';

export interface IngestDeps {
  readonly db: Db;
  readonly pool: Pool;
  readonly http: Http;
  readonly now: () => Date;
}

export type RunOutcome =
  | { readonly state: 'ok' }
  /** Evidence has landed; what looks removed awaits a person. */
  | { readonly state: 'held'; readonly reason: string }
  /** Another run of this source is under way. */
  | { readonly state: 'skipped' };

const BATCH = 100;

/** Any number that no other use of advisory locks has. */
const SOURCE_LOCKS = 0x73726373;

export interface RunOptions {
  /** A person has looked: whatever a complete listing lacks is gone. */
  readonly acceptRemovals?: boolean;
}

/** One pass over a source: safe to repeat, resumes at the last checkpoint, and never two at a time. */
export async function runSource(
  deps: IngestDeps,
  feed: Feed,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<RunOutcome> {
  const source = await sourceNumber(deps.db, feed.source.id);
  const outcome = await withLock(deps.pool, [SOURCE_LOCKS, source], async (lost) => {
    const run = await startRun(deps.db, source, deps.now());
    const stop = AbortSignal.any([signal, lost]);
    try {
      const reason = await readAll(deps, feed, run, stop, options);
      await finishRun(deps.db, run, reason === null ? 'ok' : 'held', reason, deps.now());
      return reason === null ? ({ state: 'ok' } as const) : ({ state: 'held', reason } as const);
    } catch (error) {
      const state = toldToStop(stop) ? 'abandoned' : 'failed';
      // Where that cannot be written down, the next run will find this one unfinished and give it up.
      await finishRun(deps.db, run, state, describeError(error), deps.now()).catch(() => undefined);
      throw error;
    }
  });
  return outcome.locked ? outcome.value : { state: 'skipped' };
}

/** That is no fault of the source's; to take too long is. */
function toldToStop({ aborted, reason }: AbortSignal): boolean {
  return aborted && (reason as Error).name !== 'TimeoutError';
}

/** Returns why the run is held, or null. */
async function readAll(
  deps: IngestDeps,
  feed: Feed,
  run: Run,
  signal: AbortSignal,
  { acceptRemovals = false }: RunOptions,
): Promise<string | null> {
  const since = await readCheckpoint(deps.db, run.source, MAIN_CHANNEL);
  for await (const step of inBatches(feed.source.read(deps, since, signal), BATCH)) {
    signal.throwIfAborted();
    if ('expected' in step) await expectRecords(deps.db, run, step.expected);
    else if ('records' in step) await saveBatch(deps, feed, run, step);
    else {
      const missing = await missingFrom(deps.db, run.source, [...step.listed]);
      const listing = { live: missing.live, missing: missing.keys.length, present: step.listed.size };
      const verdict = acceptRemovals ? APPLY : judgeListing({ ...listing, anonymous: step.anonymous });
      // Without the checkpoint: the next run reads the whole listing again and judges it anew.
      if (verdict.removals !== 'apply') return verdict.removals === 'hold' ? verdict.reason : null;
      await saveRemovals(deps, feed, run, missing.keys);
    }
  }
  return null;
}

const APPLY = { removals: 'apply' } as const;
