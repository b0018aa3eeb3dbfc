import type { IngestDeps } from '../../ingest/deps.ts';
import type { Feed } from '../../ingest/feed.ts';
import { type RunOptions, type RunOutcome, runSource } from '../../ingest/run-source.ts';
import { newestRun } from '../../queries/evidence-run.ts';
import type { ChannelName } from '../../sources/source.ts';
import type { Db } from '../../store/database.ts';
import type { CommandDeps } from './command.ts';
import { printable } from './named.ts';
import { describeProgress } from './run-progress.ts';

export interface ChannelPass {
  readonly channel: ChannelName;
  readonly outcome: RunOutcome;
}

/** One pass over a channel, as the worker would make it, with its progress for whoever looks on. */
export async function runShown(
  deps: CommandDeps & IngestDeps,
  feed: Feed,
  options: RunOptions & { readonly channel: ChannelName },
): Promise<ChannelPass> {
  const stopShowing = showRun(deps, deps.db, feed, options.channel);
  try {
    return { channel: options.channel, outcome: await runSource(deps, feed, deps.signal, options) };
  } finally {
    stopShowing();
  }
}

const SHOW_EVERY_MS = 500;

function showRun({ showProgress, now }: CommandDeps, db: Db, { source }: Feed, channel: ChannelName): () => void {
  let stopped = false;
  const show = async () => {
    const run = await newestRun(db, source.id, channel);
    if (run?.state === 'running' && !stopped) showProgress(describeProgress(`${source.id} ${channel}`, run, now()));
  };
  // What cannot be shown now is shown the next time.
  const timer = setInterval(() => void show().catch(() => undefined), SHOW_EVERY_MS);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

const HELD = 3;

/** Prints how it went; the exit code. */
export async function reportPass(
  { print }: CommandDeps,
  db: Db,
  { source }: Feed,
  { channel, outcome }: ChannelPass,
): Promise<number> {
  const name = `${source.id} ${channel}`;
  if (outcome.state === 'skipped') print(`${name}: not read, another run of this channel is under way`);
  if (outcome.state === 'unfilled') print(`${name}: not read, ${outcome.first} has to be read first`);
  if (outcome.state !== 'ok' && outcome.state !== 'held') return 1;

  const run = await newestRun(db, source.id, channel);
  const counts = `${run?.seen} seen, ${run?.changed} changed, ${run?.removed} removed, ${run?.unreadable} unreadable`;
  print(`${name}: ${outcome.state}; ${counts}`);
  if (outcome.state === 'ok') return 0;
  print(`Nothing was removed: ${printable(outcome.reason)}. If that is right: release ${source.id} --yes.`);
  return HELD;
}
