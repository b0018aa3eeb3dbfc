import { describeFault } from '../channels/fault.ts';
import { readChannelPosition } from '../channels/index.ts';
import { gitRevision } from '../channels/revision.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type KeptBytes,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';
import type { PackagesAddress } from './definition.ts';
import { countEntries, listingEntry, MAX_LISTING_BYTES, parseListing } from './listing.ts';

export const packagesReader: Reader<PackagesAddress> = { open: packagesSource, decode: decodeJson };

export function packagesSource({ url, releasesUrl, channels }: PackagesAddress): Source<unknown> {
  const upstreams = [{ url }, { url: releasesUrl }];
  return { id: 'packages', volatile: [], upstreams, channels: { bulk: { read } }, first: 'bulk', reread };

  async function* read(
    deps: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<unknown>> {
    const position = readChannelPosition(since);
    const faults: string[] = [];
    let expected = 0;
    for (const channel of channels) {
      try {
        // Read first: if the channel moves in between, its list is read again.
        const { revision } = await gitRevision('packages', deps, url, channel, signal);
        const held = getHeldPart(deps, channel);
        if (position.get(channel) === revision && !held.again) continue;
        await using list = await deps.http.download(`${url}/${channel}/packages.json.br`, {
          signal,
          etag: held.tag,
          maxBytes: MAX_LISTING_BYTES,
        });
        if (list.status === 304) continue;
        if (list.file === null) throw new UnexpectedUpstream('packages', `packages.json.br answers ${list.status}`);
        expected += await countEntries(list.file);
        yield { expected };
        yield* parseListing(list.file, channel);
        yield { complete: true, within: getPartPrefix(channel), tag: list.etag };
        position.set(channel, revision);
        yield { checkpoint: formatPosition(position) };
      } catch (error) {
        signal.throwIfAborted();
        // The others can still be read.
        faults.push(`${channel}: ${describeFault(error)}`);
      }
    }
    // Channels no longer configured are reported empty, which needs review.
    for (const channel of noLongerRead(deps, position).filter((name) => !channels.includes(name))) {
      yield { complete: true, within: getPartPrefix(channel) };
      position.delete(channel);
      yield { checkpoint: formatPosition(position) };
    }
    if (faults.length > 0) throw new UnexpectedUpstream('packages', faults.join('; '));
  }
}

const getPartPrefix = (channel: string) => `${channel}/`;

/** Decides whether to request a held list of an unmoved channel, and with which tag: it may have been corrected. */
function getHeldPart(
  { heldParts, released = false }: SourceDeps,
  channel: string,
): { again: boolean; tag: string | null } {
  const tag = heldParts?.get(getPartPrefix(channel));
  if (tag === undefined) return { again: false, tag: null };
  return { again: released || tag !== null, tag: released ? null : tag };
}

/** Skips channels whose removal is already held for review. */
function noLongerRead({ heldParts, released = false }: SourceDeps, position: ReadonlyMap<string, string>): string[] {
  const held = [...(heldParts?.keys() ?? [])].map((part) => part.slice(0, -1));
  return [...new Set([...position.keys(), ...(released ? held : [])])];
}

function formatPosition(position: ReadonlyMap<string, string>): string {
  return JSON.stringify(Object.fromEntries(position));
}

function reread({ raw, key }: KeptBytes): SourceRecord<unknown> | Unreadable {
  return key === null ? { unreadable: 'nothing tells which package this is', raw } : listingEntry(key, raw);
}
