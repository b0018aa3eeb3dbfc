import { parseArgs } from 'node:util';
import { parseInstant } from '@almanac/core/records';
import type { Feed } from '../../ingest/feed.ts';
import { usualChannel } from '../../ingest/feeds.ts';
import type { RunOptions } from '../../ingest/run-source.ts';
import type { ChannelName } from '../../sources/source.ts';
import { openIngest } from '../open-ingest.ts';
import { type Command, WrongUsage } from './command.ts';
import { channelNamed, feedNamed } from './named.ts';
import { reportPass, runShown } from './run-shown.ts';

/** One pass over a source, as the worker would make it. */
export const ingestCommand: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      channel: { type: 'string' },
      full: { type: 'boolean', default: false },
      since: { type: 'string' },
      'accept-removals': { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 1) throw new WrongUsage('Name one source at a time.');
  const opened = openIngest(deps.environment, { applicationName: 'almanac-ingest', connections: 6, log: deps.log });
  try {
    const feed = feedNamed(opened.feeds, positionals[0], ({ first }) => first !== null, 'can be read as a whole');
    const asked = whatToRead(feed, values, deps.now());
    const removals = { acceptRemovals: values['accept-removals'] };
    const all = { ...opened, ...deps };
    let done = await runShown(all, feed, { channel: usualChannel(feed), ...asked, ...removals });
    // Nobody said how to read it: an empty store is filled first.
    if (asked.channel === undefined && done.outcome.state === 'unfilled') {
      done = await runShown(all, feed, { channel: done.outcome.first, ...removals });
    }
    return await reportPass(deps, opened.db, feed, done);
  } finally {
    await opened.close();
  }
};

interface Asked {
  readonly channel?: string | undefined;
  readonly full: boolean;
  readonly since?: string | undefined;
}

type Chosen = { readonly channel?: ChannelName } & Pick<RunOptions, 'position'>;

function whatToRead(feed: Feed, { channel: name, full, since }: Asked, now: Date): Chosen {
  const channel = name === undefined ? undefined : channelNamed(feed, name);
  if (since !== undefined) {
    if (full) throw new WrongUsage('Give --full or --since, not both.');
    return { channel: 'delta', position: positionSince(feed, channel, since, now) };
  }
  if (full) return { channel: channel ?? feed.source.first ?? usualChannel(feed), position: null };
  return channel === undefined ? {} : { channel };
}

function positionSince({ source }: Feed, channel: ChannelName | undefined, text: string, now: Date): string {
  const instant = parseInstant(text);
  if (instant === null) throw new WrongUsage(`'${text}' is no instant such as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  if (instant > now) throw new WrongUsage(`${text} has not come yet.`);
  const positionAt = source.channels.delta?.positionAt;
  if (positionAt === undefined) {
    throw new WrongUsage(`${source.id} does not say what has changed since a moment: use --full.`);
  }
  if (channel !== undefined && channel !== 'delta') throw new WrongUsage('--since belongs to the channel delta.');
  return positionAt(instant, now);
}
