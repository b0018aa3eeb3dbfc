import { withLock } from '../platform/postgres-lock.ts';
import { inSpan } from '../platform/tracing.ts';
import { CHANNELS, type ChannelName } from '../sources/source.ts';
import { finishRun, isFilled, isFilling, type Run, startRun, storedSourceNumber } from '../store/runs.ts';
import { afterRun } from './after-run.ts';
import type { IngestDeps } from './deps.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import { type ReadOptions, readChannel } from './read-channel.ts';
import { openRequestNotices } from './request-notices.ts';

export type RunOutcome =
  | { readonly state: 'ok' }
  /** Evidence has landed; what looks removed awaits a person. */
  | { readonly state: 'held'; readonly reason: string }
  /** Another run of this channel is under way. */
  | { readonly state: 'skipped' }
  /** The channel that fills the store has not done so yet. */
  | { readonly state: 'unfilled'; readonly first: ChannelName };

export interface RunOptions extends ReadOptions {
  /** Defaults to the channel that fills an empty store. */
  readonly channel?: ChannelName;
}

/** Any number that no other use of advisory locks has. */
const SOURCE_LOCKS = 0x73726373;

/** One pass over a channel: safe to repeat, resumes at the last checkpoint, and never two of one channel at a time. */
export async function runSource(
  deps: IngestDeps,
  feed: Feed,
  signal: AbortSignal,
  { channel, ...options }: RunOptions = {},
): Promise<RunOutcome> {
  const { id, first } = feed.source;
  const name = channel ?? first;
  if (name === null) throw new Error(`${id} is read record by record only`);
  const fields = { 'almanac.source': id, 'almanac.channel': name };
  return inSpan(`ingest ${id}`, 'internal', fields, async (note) => {
    const outcome = await runChannel(deps, feed, signal, name, options);
    note({ 'almanac.outcome': outcome.state });
    return outcome;
  });
}

async function runChannel(
  deps: IngestDeps,
  feed: Feed,
  signal: AbortSignal,
  name: ChannelName,
  { acceptRemovals = false, position }: ReadOptions,
): Promise<RunOutcome> {
  const { first } = feed.source;
  const source = await storedSourceNumber(deps.db, feed.source.id);
  if (first !== null && name !== first && !(await isFilled(deps.db, source, first)))
    return { state: 'unfilled', first };

  const lock = [SOURCE_LOCKS, source * 16 + CHANNELS.indexOf(name)] as const;
  const outcome = await withLock(deps.pool, lock, async (lost) => {
    const run = await startRun(deps.db, source, name, deps.now());
    const stop = AbortSignal.any([signal, lost]);
    const notices = openRequestNotices(deps, feed.source.id, source);
    try {
      const reason = await readChannel({ ...deps, http: notices.http }, feed, run, stop, { acceptRemovals, position });
      await notices.settle(true);
      await finishRun(deps.db, run, reason === null ? 'ok' : 'held', reason, deps.now());
      return reason === null ? ({ state: 'ok' } as const) : ({ state: 'held', reason } as const);
    } catch (error) {
      await notices.settle(false);
      await giveUp(deps, { run, first }, stop, error);
      throw error;
    } finally {
      await afterRun(deps, feed, run);
    }
  });
  return outcome.locked ? outcome.value : { state: 'skipped' };
}

interface GivenUp {
  readonly run: Run;
  readonly first: ChannelName | null;
}

/** Where that cannot be written down, the next run will find this one unfinished and abandon it. */
async function giveUp({ db, now }: IngestDeps, { run, first }: GivenUp, stop: AbortSignal, error: unknown) {
  const blameless = toldToStop(stop) || (ranOutOfTime(stop) && (await isFilling(db, run, first).catch(() => false)));
  await finishRun(db, run, blameless ? 'abandoned' : 'failed', describeError(error), now()).catch(() => undefined);
}

/** A shutdown is not the source's fault; a timeout is. */
function toldToStop(stop: AbortSignal): boolean {
  return stop.aborted && !ranOutOfTime(stop);
}

function ranOutOfTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && (reason as Error).name === 'TimeoutError';
}
