import { type Answer, redirectAnswer, type TwinRequest } from '../frame/answer.ts';
import type { Route } from '../frame/route.ts';
import { CHANNELS, type ChannelTrait, channelMovedAt, channelNamed, channelRevisionAt } from '../world/channels.ts';

/** A channel points to a folder that never changes. */
export interface ChannelRelease {
  readonly channel: ChannelTrait;
  readonly movedAt: number;
  readonly revision: string;
}

type Serve = (release: ChannelRelease, request: TwinRequest) => Answer | Promise<Answer>;

const MINUTE = 60_000;

/** Every channel redirects to its release. Older releases stay. */
export function channelReleaseRoutes(url: () => string, files: Readonly<Record<string, Serve>>): Route[] {
  return [
    { path: '/nixos/:line/:release/:file', handle: serve },
    { path: '/nixpkgs/:release/:file', handle: serve },
    { path: '/:channel/:file', handle: redirect },
  ];

  function redirect({ params, now }: TwinRequest): Answer | null {
    const channel = channelNamed(params.get('channel') ?? '');
    const file = params.get('file') ?? '';
    if (channel === null || files[file] === undefined) return null;
    const release = { channel, movedAt: channelMovedAt(channel, now), revision: channelRevisionAt(channel, now) };
    const answer = redirectAnswer(`${url()}/${folderOf(release)}/${file}`);
    // Upstream misspells it, so caches may ignore it.
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'maxage=600' } };
  }

  async function serve(request: TwinRequest): Promise<Answer | null> {
    const release = releaseOf(request);
    const file = files[request.params.get('file') ?? ''];
    return release === null || file === undefined ? null : file(release, request);
  }
}

export function revisionAnswer({ revision, movedAt }: ChannelRelease, shiftMs = 0): Answer {
  return { type: 'text/plain', modified: movedAt + shiftMs, body: Buffer.from(revision) };
}

/** `nixos/26.05/nixos-26.05.3402.1a2b3c4d5e6f`; the number grows with time. */
export function folderOf({ channel, movedAt, revision }: ChannelRelease): string {
  const minutes = Math.round(movedAt / MINUTE);
  const short = revision.slice(0, 12);
  const line = lineOf(channel);
  const name = /^\d/.test(line) ? `nixos-${line}.${minutes}.${short}` : `26.11pre${minutes}.${short}`;
  if (channel.name.startsWith('nixpkgs')) return `nixpkgs/nixpkgs-${name}`;
  return /^\d/.test(line) ? `nixos/${line}/${name}` : `nixos/${line}/nixos-${name}`;
}

function lineOf({ name }: ChannelTrait): string {
  return name.slice(name.indexOf('-') + 1);
}

function releaseOf({ params, now }: TwinRequest): ChannelRelease | null {
  const [, minutes = '', short = ''] = /(?:pre|\.)(\d+)\.([0-9a-f]{12})$/.exec(params.get('release') ?? '') ?? [];
  const line = params.get('line') ?? 'unstable';
  const family = params.has('line') ? 'nixos' : 'nixpkgs';
  const channel = CHANNELS.find((each) => each.name === `${family}-${line}`);
  const movedAt = Number(minutes) * MINUTE;
  if (channel === undefined || minutes === '' || movedAt > now) return null;
  const revision = channelRevisionAt(channel, movedAt);
  return revision.startsWith(short) ? { channel, movedAt, revision } : null;
}
