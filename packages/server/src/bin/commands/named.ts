import type { Feed } from '../../ingest/feed.ts';
import type { Feeds } from '../../ingest/feeds.ts';
import { CHANNELS, type ChannelName, type Source } from '../../sources/source.ts';
import { WrongUsage } from './command.ts';

/** The source of this name, if it can do what is asked of it; `can` is said in the words of the complaint. */
export function feedNamed(
  feeds: Feeds,
  name: string | undefined,
  able: (source: Source<unknown>) => boolean,
  can: string,
): Feed {
  const suitable = [...feeds.values()].filter(({ source }) => able(source));
  const names = suitable.map(({ source }) => source.id).join(', ');
  if (name === undefined) throw new WrongUsage(`Name one source: ${names}.`);
  const feed = suitable.find(({ source }) => source.id === name);
  if (feed === undefined) throw new WrongUsage(`'${name}' is no source that ${can}: ${names}.`);
  return feed;
}

export function channelNamed({ source }: Feed, name: string): ChannelName {
  const has = CHANNELS.filter((channel) => source.channels[channel] !== undefined);
  const channel = has.find((candidate) => candidate === name);
  if (channel === undefined) throw new WrongUsage(`${source.id} has no channel '${name}', only ${has.join(', ')}.`);
  return channel;
}

/** For a terminal: what comes from upstreams may hold characters that move its cursor. */
export function printable(text: string, longest = 200): string {
  const line = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return line.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '\u{fffd}');
}
