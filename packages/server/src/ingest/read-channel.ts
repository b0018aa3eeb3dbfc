import type { SourceDeps } from '../sources/source.ts';
import { readCheckpoint } from '../store/checkpoints.ts';
import { heldRecords } from '../store/held.ts';
import { missingFrom } from '../store/removals.ts';
import { expectRecords, type Run } from '../store/runs.ts';
import { type BatchSize, inBatches, type Listed } from './batches.ts';
import type { Feed, Projection } from './feed.ts';
import { judgeListing } from './gate.ts';
import { openPacker } from './packer.ts';
import type { IngestDeps } from './run-source.ts';
import { saveRemovals } from './save-batch.ts';
import { openCarefulSaving } from './save-carefully.ts';
import { openStaging } from './staging.ts';

const BATCH: BatchSize = { items: 100, bytes: 4 * 1024 * 1024 };

/** Reads to the end and stores as it goes. Returns why the run is held, or null. */
export async function readChannel<T>(
  deps: IngestDeps,
  feed: Feed<T>,
  run: Run,
  signal: AbortSignal,
  acceptRemovals: boolean,
): Promise<string | null> {
  const channel = run.channel === 'record' ? undefined : feed.source.channels[run.channel];
  if (channel === undefined) throw new Error(`${feed.source.id} has no channel ${run.channel}`);
  const packer = await openPacker(deps.db, run.source);
  const into = { feed, source: run.source, packer, lagging: channel.lagging ?? false };
  const saving = openCarefulSaving(deps, into, run);
  const staging = openStaging(deps, into, run);
  const since = await readCheckpoint(deps.db, run.source, run.channel);

  for await (const step of inBatches(channel.read(sourceDeps(deps, run.source), since, signal), BATCH)) {
    signal.throwIfAborted();
    if ('expected' in step) await expectRecords(deps.db, run, step.expected);
    else if ('records' in step) {
      const options = { stageWithdrawals: !acceptRemovals, mayMove: staging.count === 0 };
      await staging.add(await saving.save(step, options));
    } else {
      const verdict = await applyListing(deps, feed.projection, run, step, acceptRemovals);
      // Without the checkpoint to come: the next run reads the whole listing again and judges it anew.
      if (verdict.removals === 'hold') return verdict.reason;
      if (verdict.removals === 'postpone') return staging.settle();
    }
  }
  return staging.settle();
}

export function sourceDeps({ db, http, now, log }: IngestDeps, source: number): SourceDeps {
  return { http, now, log, held: (keys) => heldRecords(db, source, keys) };
}

async function applyListing(
  deps: IngestDeps,
  projection: Pick<Projection<never>, 'remove'>,
  run: Run,
  { listed, anonymous, asOf }: Listed,
  acceptRemovals: boolean,
) {
  const judgedBefore = asOf !== null && asOf < run.startedAt ? asOf : run.startedAt;
  const { live, keys } = await missingFrom(deps.db, run.source, listed, judgedBefore);
  const verdict = acceptRemovals
    ? ({ removals: 'apply' } as const)
    : judgeListing({ live, missing: keys.length, present: listed.size, anonymous });
  if (verdict.removals === 'apply') await saveRemovals(deps, projection, run, keys, judgedBefore);
  return verdict;
}
