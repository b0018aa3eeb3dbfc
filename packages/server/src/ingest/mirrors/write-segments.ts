import { isUtf8 } from 'node:buffer';
import type { ObjectReference } from '@almanac/core/snapshots';
import { loadDocuments, type StoredDocument } from '../../queries/evidence-blobs.ts';
import type { ToldVersion } from '../../queries/mirror-versions.ts';
import type { Db } from '../../store/database.ts';
import { type AddedTally, writeObject } from '../snapshots/objects.ts';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { FORMATS, SEGMENT, type Segment } from './format.ts';

export interface WrittenSegments {
  readonly segments: readonly ObjectReference[];
  readonly versions: number;
}

/** Gathers versions by source, and writes a segment as soon as there is enough for one. */
export interface SegmentWriter {
  add(version: ToldVersion): Promise<void>;
  /** Writes what is left; what was written, by source. */
  end(): Promise<ReadonlyMap<string, WrittenSegments>>;
}

interface Waiting {
  versions: ToldVersion[];
  raw: number;
  packed: number;
}

export function openSegments(db: Db, target: SnapshotTarget, added: AddedTally): SegmentWriter {
  const waiting = new Map<string, Waiting>();
  const written = new Map<string, { segments: ObjectReference[]; versions: number }>();

  async function flush(source: string, versions: readonly ToldVersion[]): Promise<void> {
    const reference = await writeObject(target, await segmentText(db, source, versions), added);
    const own = written.get(source) ?? { segments: [], versions: 0 };
    own.segments.push(reference);
    own.versions += versions.length;
    written.set(source, own);
  }

  return {
    async add(version) {
      const { source } = version;
      const own = waiting.get(source) ?? { versions: [], raw: 0, packed: 0 };
      waiting.set(source, own);
      own.versions.push(version);
      own.raw += version.rawSize;
      own.packed += version.packedSize;
      if (own.versions.length < SEGMENT.versions && own.raw < SEGMENT.raw && own.packed < SEGMENT.packed) return;
      waiting.delete(source);
      await flush(source, own.versions);
    },
    async end() {
      for (const [source, { versions }] of waiting) await flush(source, versions);
      waiting.clear();
      return written;
    },
  };
}

async function segmentText(db: Db, source: string, versions: readonly ToldVersion[]): Promise<string> {
  const ids = [...new Set(versions.flatMap(({ blob }) => blob ?? []))];
  const found = await loadDocuments(db, ids);
  const places = new Map<number | null, number>([[null, -1]]);
  const documents = ids.map((id, place) => {
    places.set(id, place);
    return writtenDocument(found.get(id) as StoredDocument);
  });
  const segment: Segment = {
    format: FORMATS.segment,
    source,
    documents,
    versions: versions.map(({ key, seq, observedAt, modified, basis, withdrawn, blob }) => [
      key,
      seq,
      observedAt,
      modified,
      basis,
      withdrawn ? 1 : 0,
      places.get(blob) as number,
    ]),
  };
  return JSON.stringify(segment);
}

/** Most documents are text, which gzip packs better than base64. */
function writtenDocument({ raw, contentSha256 }: StoredDocument): Segment['documents'][number] {
  const content = contentSha256.toString('hex');
  return isUtf8(raw) ? [content, raw.toString()] : [content, null, raw.toString('base64')];
}
