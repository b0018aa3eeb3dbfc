import { filedHash, type ObjectReference, recordPartition } from '@almanac/core/snapshots';
import { type HeldSnapshot, isHeld } from '@almanac/offline/store';
import { recordsNamed } from './records-named.ts';

export interface ShownRecord {
  readonly source: string;
  /** Null if it was requested by hash. */
  readonly id: string | null;
  readonly sha256: string;
  readonly document: string | null;
  /** How much to pull for the document; null: it is in no file, or that is unknown. */
  readonly lacking: { readonly files: number; readonly bytes: number } | null;
}

const HASH = /^[0-9a-f]{64}$/;

/** Finds a record's documents from every source, or the one document with a hash. */
export async function documentsOfRecord(
  held: HeldSnapshot,
  wanted: string,
  signal: AbortSignal,
): Promise<readonly ShownRecord[]> {
  if (!HASH.test(wanted)) {
    const shown: ShownRecord[] = [];
    for (const record of await recordsNamed(held, wanted, signal)) shown.push(await shownRecord(held, record));
    return shown;
  }
  const shown: ShownRecord[] = [];
  for (const { name } of held.snapshot.manifest.partitions) {
    const source = name.startsWith(recordPartition('')) ? name.slice(recordPartition('').length) : null;
    if (source === null) continue;
    const one = await shownRecord(held, { source, id: null, sha256: wanted });
    if (one.document !== null || one.lacking !== null) shown.push(one);
  }
  return shown;
}

async function shownRecord(
  held: HeldSnapshot,
  { source, id, sha256 }: Pick<ShownRecord, 'source' | 'id' | 'sha256'>,
): Promise<ShownRecord> {
  const { snapshot, state } = held;
  const about = { source, id, sha256, document: null, lacking: null };
  const partition = recordPartition(source);
  if (!state.held.has(partition)) return about;
  const shard = await snapshot.place(partition, filedHash(sha256));
  if (shard === null || !isHeld(state.held, shard)) return about;
  const lacking: ObjectReference[] = [];
  for (const place of await snapshot.documentPlaces(source, sha256)) {
    if (!state.segments.has(place.segment.sha256)) {
      lacking.push(place.segment);
      continue;
    }
    const bytes = await snapshot.document(source, sha256, place);
    if (bytes !== null) return { ...about, document: new TextDecoder().decode(bytes) };
  }
  const bytes = lacking.reduce((sum, one) => sum + one.bytes, 0);
  return { ...about, lacking: lacking.length === 0 ? null : { files: lacking.length, bytes } };
}
