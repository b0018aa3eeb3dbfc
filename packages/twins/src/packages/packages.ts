import path from 'node:path';
import { type ChannelRelease, channelReleaseRoutes, revisionAnswer } from '../channels/releases.ts';
import type { Answer, FileBody, TwinRequest } from '../frame/answer.ts';
import { revisionTag } from '../frame/conditional.ts';
import { memo } from '../frame/memo.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { Collection } from '../world/collection.ts';
import { smallCollection } from '../world/entries/collection.ts';
import { listText, writeList } from './document.ts';
import { NEW_PRODUCER, OLD_PRODUCER } from './producers.ts';

export interface PackagesQuirks {
  /** Omits the header that says that the list is packed. */
  readonly unlabelled?: boolean;
}

/** The last channel whose list `nix-env` wrote. */
const OLD_LINE = 'release-25.11';

/** Serves each channel's `packages.json.br`. */
export function packages(
  collection: Collection = smallCollection,
  { unlabelled = false }: PackagesQuirks = {},
): TwinDefinition {
  return {
    source: 'packages',
    documentFaults: ['malformed_record', 'half_feed', 'empty_feed', 'mass_withdrawal', 'schema_addition'],
    open({ clock, url, scratch }) {
      const written = memo<Promise<FileBody>>(4);
      let files = 0;
      return channelReleaseRoutes(url, {
        'git-revision': (release) => revisionAnswer(release),
        'packages.json.br': list,
      });

      async function list(release: ChannelRelease, { faults }: TwinRequest): Promise<Answer> {
        const { channel, movedAt, revision } = release;
        const key = `${channel.name} ${revision} ${JSON.stringify(faults)}`;
        const body = await written(key, async () => {
          // The branch's content when the revision was made.
          const at = movedAt - channel.lagMs;
          const producer = channel.follows === OLD_LINE ? OLD_PRODUCER : NEW_PRODUCER;
          const shown = collection.packagesAt(channel.follows, at, clock.start);
          return writeList(
            path.join(await scratch(), `list-${(files += 1)}.br`),
            listText(shown, { producer, at, faults }),
          );
        });
        const headers: Record<string, string> = unlabelled ? {} : { 'content-encoding': 'br' };
        return { type: 'application/json', headers, modified: movedAt, tag: revisionTag(revision, faults), body };
      }
    },
  };
}
