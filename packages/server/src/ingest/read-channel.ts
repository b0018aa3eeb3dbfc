import { CHANNELS, type SourceDeps } from '../sources/source.ts';
import { keepAnnouncements } from '../store/announcements.ts';
import { readCheckpoint } from '../store/checkpoints.ts';
import { unchangedAmong } from '../store/entry-checksums.ts';
import { heldKeys, heldRecords, holdsBytes } from '../store/held.ts';
import { type HeldPart, holdPart, loadHeldParts, releasePart } from '../store/held-parts.ts';
import { loadKeysSetAside } from '../store/quarantine.ts';
import { missingFrom } from '../store/removals.ts';
import { expectRecords, type Run } from '../store/runs.ts';
import { keepNotice } from '../store/source-notices.ts';
import { keepPart } from '../store/source-parts.ts';
import { auditListing, reconcileTotal } from './audit-listing.ts';
import { type Batch, type BatchSize, inBatches, type ListedKeys } from './batches.ts';
import type { IngestDeps } from './deps.ts';
import type { Feed, FeedProjection } from './feed.ts';
import { judgeListing, judgeReleased, type ListingDecision } from './gate.ts';
import { openPacker } from './packer.ts';
import { readAhead } from './read-ahead.ts';
import { type PreparedBatch, prepareBatch, saveRemovals } from './save-batch.ts';
import { saveWithBisection } from './save-with-bisection.ts';
import { openStaging } from './staging.ts';
import type { WriteContext } from './store-records.ts';

/**
 * Each transaction has some fifteen statements, whatever the size of the batch. Of PostgreSQL's time a record of the CVE list
 * took 502 µs in batches of 100, 435 in batches of 300, 387 in batches of 1,000; of NVD 312, 218 and 198 (bench/ingest.ts).
 */
const BATCH: BatchSize = { items: 500, bytes: 4 * 1024 * 1024 };

export interface ReadOptions {
  /** A person has looked: whatever a complete listing lacks is gone, and whatever was taken back is. */
  readonly acceptRemovals?: boolean;
  /** Where to begin, in place of the position that was stored; null: at the beginning. */
  readonly position?: string | null | undefined;
}

/** Reads to the end and stores as it goes. Returns why the run is held, or null. */
export async function readChannel<T>(
  deps: IngestDeps,
  feed: Feed<T>,
  run: Run,
  signal: AbortSignal,
  { acceptRemovals = false, position }: ReadOptions,
): Promise<string | null> {
  const name = CHANNELS.find((known) => known === run.channel);
  const channel = name === undefined ? undefined : feed.source.channels[name];
  if (channel === undefined) throw new Error(`${feed.source.id} has no channel ${run.channel}`);
  const packer = await openPacker(deps.db, run.source);
  const into = { feed, source: run.source, packer, lagging: channel.lagging ?? false };
  const saving = saveWithBisection(deps, into, run);
  const staging = openStaging(deps, into, run);
  const since = position === undefined ? await readCheckpoint(deps.db, run.source, run.channel) : position;

  const heldBefore = await loadHeldParts(deps.db, run.source);
  const known = { ...sourceDeps(deps, run.source), ...heldDeps(heldBefore, acceptRemovals) };
  const reading = new AbortController();
  const items = channel.read(known, since, AbortSignal.any([signal, reading.signal]));
  for await (const step of readAhead(prepared(deps, into, inBatches(items, BATCH)), () => reading.abort())) {
    signal.throwIfAborted();
    if ('expected' in step) await expectRecords(deps.db, run, step.expected);
    else if ('announced' in step) await keepAnnouncements(deps.db, step.announced);
    else if ('part' in step) await keepPart(deps.db, run.source, step, deps.now());
    else if ('noticed' in step) await keepNotice(deps.db, run.source, step, deps.now());
    else if ('total' in step) await reconcileTotal(deps, run, step.total);
    else if ('batch' in step) {
      const options = { stageWithdrawals: !acceptRemovals, mayMove: staging.count === 0 };
      await staging.add(await saving.save(step, options));
    } else {
      const decision = await applyListing(deps, feed.projection, run, step, acceptRemovals);
      if (step.within !== '') await keepDecision(deps, run, step, decision);
      // Without the checkpoint to come: the next run reads the whole listing again and judges it again.
      else if (decision.removals === 'hold') return decision.reason;
      else if (decision.removals === 'postpone') return staging.settle();
    }
  }
  const reason = await staging.settle();
  const held = (await loadHeldParts(deps.db, run.source)).map((one) => `${one.part}: ${one.reason}`);
  return held.length === 0 ? reason : [...held, ...(reason === null ? [] : [reason])].join('; ');
}

function heldDeps(held: readonly HeldPart[], released: boolean): Pick<SourceDeps, 'heldParts' | 'released'> {
  return { heldParts: new Map(held.map(({ part, tag }) => [part, tag])), released };
}

/**
 * Keeps the hold on a part, so that later runs need not read its list again. Postponed removals are decided when the
 * list changes;
 * until then an unreadable entry stays as it is.
 */
async function keepDecision(
  { db, now }: IngestDeps,
  run: Run,
  { within, tag }: ListedKeys,
  decision: ListingDecision,
): Promise<void> {
  if (decision.removals !== 'hold') await releasePart(db, run.source, within);
  else await holdPart(db, run.source, { part: within, reason: decision.reason, tag }, now());
}

/** The steps of a run, with the batches made ready for their transactions. */
async function* prepared<T, Step extends object>(
  { db }: IngestDeps,
  into: WriteContext<T>,
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
    unchanged: (entries) => unchangedAmong(db, source, entries),
    holds: (key, raw) => holdsBytes(db, source, key, raw),
    heldKeys: (prefix) => heldKeys(db, source, prefix),
    setAside: (since) => loadKeysSetAside(db, source, since),
  };
}

async function applyListing(
  deps: IngestDeps,
  projection: Pick<FeedProjection<never>, 'remove'>,
  run: Run,
  { listed, anonymous, asOf, within }: ListedKeys,
  acceptRemovals: boolean,
): Promise<ListingDecision> {
  const judgedBefore = asOf !== null && asOf < run.startedAt ? asOf : run.startedAt;
  const { live, matching, keys } = await missingFrom(deps.db, run.source, listed, judgedBefore, within);
  const counts = { live, missing: keys.length, present: listed.size, anonymous };
  const decision = acceptRemovals ? judgeReleased(counts) : judgeListing(counts);
  const apply = decision.removals === 'apply';
  if (apply) await saveRemovals(deps, projection, run, keys, judgedBefore);
  const left = apply ? { live: live - keys.length, extra: [] } : { live, extra: keys };
  await auditListing(deps, run, { listed, matching, ...left, partial: within !== '' });
  return decision;
}
