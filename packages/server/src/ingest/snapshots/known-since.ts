import type { SourceId } from '@almanac/contract';
import {
  COLLECTION,
  type ObjectReference,
  type PartitionIndex,
  type SnapshotManifest,
  type SnapshotPartition,
} from '@almanac/core/snapshots';
import { recordsStoredSince, type StoredRecord } from '../../queries/records-stored-since.ts';
import type { SnapshotMoment } from '../../queries/snapshot-moment.ts';
import type { Db } from '../../store/database.ts';
import { idsTouched, namesTouched, type TouchedName } from '../../store/touched.ts';
import { type KnownParts, openKnownParts } from './known-parts.ts';
import { getInputs } from './partition-inputs.ts';

/** The publisher's data about its last snapshot. */
export interface LastPublication extends KnownContents {
  /** Hash of its manifest, in hexadecimal. */
  readonly root: string;
  readonly moment: SnapshotMoment;
}

/** Lives as long as the process: another release, or other settings, begin with nothing. */
export interface PublisherMemory {
  last: LastPublication | null;
}

export interface KnownContents {
  /** Attributes of the collection: `SILENT` or `SPOKEN_OF`. */
  readonly attributes: KnownParts;
  /** Shards, with the number of their rows. */
  readonly shards: KnownParts;
  /** When everything was looked at last. */
  readonly begun: Date;
}

export const SILENT = 0;
export const SPOKEN_OF = 1;

/** Results that need not be computed again. */
export interface KnownSince extends KnownContents {
  /** The partitions of the last snapshot with names that begin so; null where something that they are made from has changed. */
  kept(beginning: string): readonly SnapshotPartition[] | null;
  /** Names in the ecosystem of which a record that has changed has ever said something. */
  touchedIn(ecosystem: string): readonly string[];
}

/** A snapshot as the target has it. */
export interface PublishedManifest {
  /** Hash of the manifest, in hexadecimal. */
  readonly root: string;
  readonly manifest: SnapshotManifest;
}

/** Records that have changed, beyond which everything is looked at. */
const MOST_CHANGED = 100_000;
/** Records of which it is asked at once what they touch. */
const AT_ONCE = 1_000;
/** Then everything is looked at once more: files that somebody removed are written again. */
const LONGEST_MS = 24 * 3_600_000;
/** Marks parts that depend on issues or pull requests. Once deleted, we cannot tell what those named. */
export const TRACKER = 'tracker';

/**
 * Every row that partitions are made from is written in the transaction that stores a version of its record, or by a rebuild, which
 * replaces the table. So what a part depends on has changed only where a record was stored since that touches it, and the tables are the same.
 */
export async function knownSince(
  db: Db,
  before: LastPublication | null,
  last: PublishedManifest | null,
  { moment, at }: { readonly moment: SnapshotMoment; readonly at: Date },
): Promise<KnownSince> {
  const isUsable =
    before !== null &&
    before.root === last?.root &&
    isContinued(before.moment, moment) &&
    at.getTime() - before.begun.getTime() < LONGEST_MS;
  const stored = isUsable ? await recordsStoredSince(db, before.moment, MOST_CHANGED) : null;
  if (!isUsable || stored === null) return nothingKnown(at);
  const changed = new Set(stored.map(({ source }) => source));
  const names = await forgetTouched(db, before, stored, changed);
  const touched = Map.groupBy(names, ({ ecosystem }) => ecosystem);
  return {
    kept: (beginning) =>
      getInputs(beginning).some((source) => changed.has(source))
        ? null
        : last.manifest.partitions.filter(({ name }) => name.startsWith(beginning)),
    touchedIn: (ecosystem) => [...new Set(touched.get(ecosystem)?.map(({ name }) => name))],
    attributes: changed.has('packages') ? openKnownParts() : before.attributes,
    shards: before.shards,
    begun: before.begun,
  };
}

function nothingKnown(at: Date): KnownSince {
  return {
    kept: () => null,
    touchedIn: () => [],
    attributes: openKnownParts(),
    shards: openKnownParts(),
    begun: at,
  };
}

function isContinued(before: SnapshotMoment, now: SnapshotMoment): boolean {
  return before.tables === now.tables && before.shift === now.shift && !before.isRebuilding && !now.isRebuilding;
}

/** Returns the names that were touched. */
async function forgetTouched(
  db: Db,
  { attributes, shards }: KnownContents,
  stored: readonly StoredRecord[],
  changed: ReadonlySet<SourceId>,
): Promise<readonly TouchedName[]> {
  const records = stored.filter(({ source }) => getInputs(COLLECTION).includes(source) && source !== 'packages');
  const names: TouchedName[] = [];
  const ids: string[] = changed.has('nixpkgs') ? [TRACKER] : [];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const some = records.slice(from, from + AT_ONCE).map(({ id }) => id);
    for (const name of await namesTouched(db, some)) names.push(name);
    for (const id of await idsTouched(db, some)) ids.push(id);
  }
  shards.wake(ids);
  attributes.wake(ids);
  attributes.wake(names.map(({ name }) => name));
  return names;
}

/** A shard of the last snapshot. */
export interface KeptShard {
  readonly reference: ObjectReference;
  readonly rows: number;
}

export interface KnownShards {
  kept(prefix: number): KeptShard | null;
  note(prefix: number, rows: number, dependsOn: Iterable<string>): void;
}

export function knownShards(
  { shards }: Pick<KnownSince, 'shards'>,
  index: PartitionIndex | null,
  { name, bits }: { readonly name: string; readonly bits: number },
): KnownShards {
  const partOf = (prefix: number) => `${name} ${bits} ${prefix}`;
  return {
    kept(prefix) {
      const rows = shards.get(partOf(prefix));
      const reference = index?.bits === bits ? index.shards[prefix] : undefined;
      return rows === undefined || reference === undefined ? null : { reference, rows };
    },
    note: (prefix, rows, dependsOn) => shards.set(partOf(prefix), rows, dependsOn),
  };
}
