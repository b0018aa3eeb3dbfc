import { parseArgs } from 'node:util';
import type { Feed } from '../../ingest/feed.ts';
import { type Feeds, usualChannel } from '../../ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../ingest/run-source.ts';
import { newestRun } from '../../queries/evidence-run.ts';
import { CHANNELS, type ChannelName } from '../../sources/source.ts';
import type { Db } from '../../store/database.ts';
import { openIngest } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';

const HELD = 3;

/** One pass over a source, as the worker would make it. */
export const ingest: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { channel: { type: 'string' }, 'accept-removals': { type: 'boolean', default: false } },
  });
  const opened = openIngest(deps.environment, { applicationName: 'almanac-ingest', connections: 6, log: deps.log });
  try {
    const feed = feedNamed(opened.feeds, positionals);
    const asked = values.channel === undefined ? null : channelNamed(feed, values.channel);
    const pass = async (channel: ChannelName) => {
      const options = { channel, acceptRemovals: values['accept-removals'] };
      const stopShowing = showRun(deps, opened.db, feed, channel);
      try {
        return { channel, outcome: await runSource({ ...opened, ...deps }, feed, deps.signal, options) };
      } finally {
        stopShowing();
      }
    };
    let done = await pass(asked ?? usualChannel(feed));
    // Nobody said how to read it: an empty store is filled first.
    if (asked === null && done.outcome.state === 'unfilled') done = await pass(done.outcome.first);
    return await report(deps, opened.db, feed, done.channel, done.outcome);
  } finally {
    await opened.close();
  }
};

function feedNamed(feeds: Feeds, positionals: readonly string[]): Feed {
  const readable = [...feeds.values()].filter(({ source }) => source.first !== null);
  const names = readable.map(({ source }) => source.id).join(', ');
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new WrongUsage(`Name one source: ${names}.`);
  const feed = readable.find(({ source }) => source.id === name);
  if (feed === undefined) throw new WrongUsage(`'${name}' is no source that can be read as a whole: ${names}.`);
  return feed;
}

function channelNamed({ source }: Feed, name: string): ChannelName {
  const has = CHANNELS.filter((channel) => source.channels[channel] !== undefined);
  const channel = has.find((candidate) => candidate === name);
  if (channel === undefined) throw new WrongUsage(`${source.id} has no channel '${name}', only ${has.join(', ')}.`);
  return channel;
}

const SHOW_EVERY_MS = 500;

function showRun({ showProgress }: CommandDeps, db: Db, { source }: Feed, channel: ChannelName): () => void {
  let stopped = false;
  const show = async () => {
    const run = await newestRun(db, source.id, channel);
    if (run !== null && !stopped) showProgress(`${source.id} ${channel}: ${run.seen}/${run.expected ?? '?'}`);
  };
  // What cannot be shown now is shown the next time.
  const timer = setInterval(() => void show().catch(() => undefined), SHOW_EVERY_MS);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

async function report(
  { print }: CommandDeps,
  db: Db,
  { source }: Feed,
  channel: ChannelName,
  outcome: RunOutcome,
): Promise<number> {
  const name = `${source.id} ${channel}`;
  if (outcome.state === 'skipped') print(`${name}: not read, another run of this channel is under way`);
  if (outcome.state === 'unfilled') print(`${name}: not read, ${outcome.first} has to be read first`);
  if (outcome.state !== 'ok' && outcome.state !== 'held') return 1;

  const run = await newestRun(db, source.id, channel);
  const counts = `${run?.seen} seen, ${run?.changed} changed, ${run?.removed} removed, ${run?.unreadable} unreadable`;
  print(`${name}: ${outcome.state}; ${counts}`);
  if (outcome.state === 'ok') return 0;
  print(`Nothing was removed: ${outcome.reason}. If that is right: --accept-removals.`);
  return HELD;
}
