import { familyOf, type NamedFamilies, otherNames } from '@almanac/core/snapshots';
import { snapshotEntries } from '../../queries/snapshot-entries.ts';
import type { Db } from '../../store/database.ts';

export interface ChannelNames {
  /** Attributes by family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly names: ReadonlyMap<string, NamedFamilies>;
  readonly entries: number;
}

export interface CollectionNames {
  readonly channels: ReadonlyMap<string, ChannelNames>;
  /** Attributes of all channels by family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
}

/** Entries of all channels, more than there are: their names are held at once. */
const MOST_ENTRIES = 5_000_000;
/** Families that one name leads to; of more the first are listed, and answers about the name say that there are more. */
const MOST_FAMILIES = 200;

/** The names of everything that the channels carry. */
export async function collectionNames(db: Db, signal: AbortSignal, most = MOST_FAMILIES): Promise<CollectionNames> {
  const channels = new Map<
    string,
    { families: Map<string, string[]>; names: Map<string, Set<string>>; count: number }
  >();
  const all = new Map<string, Set<string>>();
  let count = 0;
  for await (const page of snapshotEntries(db)) {
    signal.throwIfAborted();
    count += page.length;
    if (count > MOST_ENTRIES) throw new RangeError(`more than ${MOST_ENTRIES} entries of the collection`);
    for (const entry of page) {
      const { channel, attribute } = entry;
      const family = familyOf(attribute);
      const own = channels.get(channel) ?? { families: new Map(), names: new Map(), count: 0 };
      channels.set(channel, own);
      own.count += 1;
      listUnder(own.families, family, attribute);
      for (const name of otherNames(entry)) own.names.set(name, (own.names.get(name) ?? new Set()).add(family));
      all.set(family, (all.get(family) ?? new Set()).add(attribute));
    }
  }
  return {
    channels: new Map(
      [...channels].map(([channel, { families, names, count: entries }]) => [
        channel,
        { families, entries, names: new Map([...names].map(([name, own]) => [name, bounded(own, most)])) },
      ]),
    ),
    families: new Map([...all].map(([family, attributes]) => [family, [...attributes]])),
  };
}

function bounded(families: ReadonlySet<string>, most: number): NamedFamilies {
  return { families: [...families].sort().slice(0, most), complete: families.size <= most };
}

function listUnder(lists: Map<string, string[]>, key: string, item: string): void {
  const own = lists.get(key);
  if (own === undefined) lists.set(key, [item]);
  else own.push(item);
}
