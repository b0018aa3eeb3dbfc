import type { SourceDeps } from '../sources/source.ts';
import { keepAnnouncements } from '../store/announcements.ts';
import { readCheckpoint } from '../store/checkpoints.ts';
import { heldKeys, heldRecords, holdsBytes } from '../store/held.ts';
import { missingFrom } from '../store/removals.ts';
import { expectRecords, type Run } from '../store/runs.ts';
import { keepPart } from '../store/source-parts.ts';
import { type Batch, type BatchSize, inBatches, type Listed } from './batches.ts';
import type { Feed, Projection } from './feed.ts';
import { judgeListing } from './gate.ts';
import { openPacker } from './packer.ts';
import { readAhead } from './read-ahead.ts';
import { reconcileIds, reconcileTotal } from './reconcile.ts';
import type { IngestDeps, RunOptions } from './run-source.ts';
import { type PreparedBatch, prepareBatch, saveRemovals } from './save-batch.ts';
import { openCarefulSaving } from './save-carefully.ts';
import { openStaging } from './staging.ts';
import type { Into } from './store-records.ts';

/**
 * Each transaction has some fifteen statements, whatever the size of the batch. Of PostgreSQL's time a record of the CVE list
 * took 502 µs in batches of 100, 435 in batches of 300, 387 in batches of 1,000; of NVD 312, 218 and 198 (bench/ingest.ts).
 */
const BATCH: BatchSize = { items: 500, bytes: 4 * 1024 * 1024 };

type ReadOptions = { readonly [Name in 'acceptRemovals' | 'position']: RunOptions[Name] | undefined };

/** Reads to the end and stores as it goes. Returns why the run is held, or null. */
export async function readChannel<T>(
  deps: IngestDeps,
  feed: Feed<T>,
  run: Run,
  signal: AbortSignal,
  { acceptRemovals = false, position }: ReadOptions,
): Promise<string | null> {
  const channel = run.channel === 'record' ? undefined : feed.source.channels[run.channel];
  if (channel === undefined) throw new Error(`${feed.source.id} has no channel ${run.channel}`);
  const packer = await openPacker(deps.db, run.source);
  const into = { feed, source: run.source, packer, lagging: channel.lagging ?? false };
  const saving = openCarefulSaving(deps, into, run);
  const staging = openStaging(deps, into, run);
  const since = position === undefined ? await readCheckpoint(deps.db, run.source, run.channel) : position;

  /** Why listings of a part are held. */
  const held: string[] = [];
  let partsStand = false;
  const reading = new AbortController();
  const items = channel.read(sourceDeps(deps, run.source), since, AbortSignal.any([signal, reading.signal]));
  for await (const step of readAhead(prepared(deps, into, inBatches(items, BATCH)), () => reading.abort())) {
    signal.throwIfAborted();
    if ('expected' in step) await expectRecords(deps.db, run, step.expected);
    else if ('announced' in step) await keepAnnouncements(deps.db, step.announced);
    else if ('part' in step) await keepPart(deps.db, run.source, step, deps.now());
    else if ('total' in step) await reconcileTotal(deps, run, step.total);
    else if ('batch' in step) {
      const options = { stageWithdrawals: !acceptRemovals, mayMove: staging.count === 0 && !partsStand };
      const saved = await saving.save(step, options);
      await staging.add(partsStand ? { ...saved, unmoved: null } : saved);
    } else {
      const verdict = await applyListing(deps, feed.projection, run, step, acceptRemovals);
      // Without the checkpoint to come: the next run reads the whole listing again and judges it anew.
      if (step.within !== '') {
        if (verdict.removals === 'hold') held.push(`${step.within}: ${verdict.reason}`);
        partsStand ||= verdict.removals !== 'apply';
      } else if (verdict.removals === 'hold') return verdict.reason;
      else if (verdict.removals === 'postpone') return staging.settle();
    }
  }
  const reason = await staging.settle();
  return held.length === 0 ? reason : [...held, ...(reason === null ? [] : [reason])].join('; ');
}

/** The steps of a run, with the batches made ready for their transactions. */
async function* prepared<T, Step extends object>(
  { db }: IngestDeps,
  into: Into<T>,
  steps: AsyncIterable<Step | Batch<T>>,
): AsyncGenerator<Step | PreparedBatch<T>> {
  for await (const step of steps) yield 'records' in step ? await prepareBatch(db, into, step) : step;
}

export function sourceDeps({ db, http, now, log }: IngestDeps, source: number): SourceDeps {
  return {
    http,
    now,
    log,
    held: (keys) => heldRecords(db, source, keys),
    holds: (key, raw) => holdsBytes(db, source, key, raw),
    heldKeys: (prefix) => heldKeys(db, source, prefix),
  };
}

async function applyListing(
  deps: IngestDeps,
  projection: Pick<Projection<never>, 'remove'>,
  run: Run,
  { listed, anonymous, asOf, within }: Listed,
  acceptRemovals: boolean,
) {
  const judgedBefore = asOf !== null && asOf < run.startedAt ? asOf : run.startedAt;
  const { live, matching, keys } = await missingFrom(deps.db, run.source, listed, judgedBefore, within);
  const verdict = acceptRemovals
    ? ({ removals: 'apply' } as const)
    : judgeListing({ live, missing: keys.length, present: listed.size, anonymous });
  const apply = verdict.removals === 'apply';
  if (apply) await saveRemovals(deps, projection, run, keys, judgedBefore);
  const left = apply ? { live: live - keys.length, extra: [] } : { live, extra: keys };
  await reconcileIds(deps, run, { listed, matching, ...left, partial: within !== '' });
  return verdict;
}
