import { fromBase64, hashOfHex, toBase64, toHex, toUtf8 } from './encoding.ts';
import type { Sha256 } from './merkle.ts';
import { isCount, type ObjectReference, readJson, readReference, writeReference } from './objects.ts';
import { SnapshotProblem } from './problem.ts';
import { itemsIn } from './tables.ts';

const FORMAT = 'almanac-record/1';
/** Of the segments that mirrors are filled from, which have the documents. */
export const SEGMENT_FORMAT = 'almanac-segment/1';
/** Bytes of a hash that are written. Whoever reads the document compares all of them. */
const WRITTEN = 8;
const PER_RECORD = 2;

/** The partition that tells where the documents of a source are. */
export function recordPartition(source: string): string {
  return `record/${source}`;
}

/** Where a document is: the segment of evidence that has it, and its place in there. */
export interface DocumentPlace {
  readonly segment: ObjectReference;
  readonly document: number;
}

/** The first bytes of the hash of a document, in hexadecimal, and where it is. */
export interface FiledDocument extends DocumentPlace {
  readonly hash: string;
}

/** One place of a partition of documents. */
export interface RecordShard {
  readonly partition: string;
  readonly bits: number;
  readonly prefix: number;
  readonly documents: readonly FiledDocument[];
}

/** As much of a hash as is written. */
export function filedHash(sha256: string): string {
  return sha256.slice(0, 2 * WRITTEN);
}

/** The same shard is the same text, in whatever order its documents are given. */
export function writeRecords({ partition, bits, prefix, documents }: RecordShard): string {
  const sorted = documents.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const segments = [...new Map(sorted.map(({ segment }) => [segment.sha256, segment])).values()];
  const places = new Map(segments.map(({ sha256 }, place) => [sha256, place]));
  const bytes = new Uint8Array(WRITTEN * sorted.length);
  sorted.forEach(({ hash }, i) => {
    for (let at = 0; at < WRITTEN; at += 1) {
      bytes[WRITTEN * i + at] = Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16);
    }
  });
  return JSON.stringify({
    format: FORMAT,
    partition,
    bits,
    prefix,
    segments: segments.map(writeReference),
    hashes: toBase64(bytes),
    places: sorted.flatMap(({ segment, document }) => [places.get(segment.sha256), document]),
  });
}

function orderOf({ hash, segment, document }: FiledDocument): string {
  return `${hash} ${segment.sha256} ${String(document).padStart(9, '0')}`;
}

export function readRecords(
  text: string,
  { partition, bits, prefix }: Pick<RecordShard, 'partition' | 'bits' | 'prefix'>,
): RecordShard {
  const members = readJson(text, FORMAT, 'shard_malformed');
  if (members['partition'] !== partition || members['bits'] !== bits || members['prefix'] !== prefix) {
    throw new SnapshotProblem('shard_misplaced', `${partition} ${prefix}`);
  }
  const segments = itemsIn(members['segments']).map((one) => readReference(one, 'shard_malformed'));
  const hashes = typeof members['hashes'] === 'string' ? fromBase64(members['hashes']) : null;
  const places = itemsIn(members['places']);
  if (hashes === null || hashes.length % WRITTEN !== 0 || places.length * WRITTEN !== hashes.length * PER_RECORD) {
    throw new SnapshotProblem('shard_malformed');
  }
  const documents = Array.from({ length: hashes.length / WRITTEN }, (_, i): FiledDocument => {
    const [place, document] = places.slice(PER_RECORD * i, PER_RECORD * i + PER_RECORD);
    const segment = isCount(place) ? segments[place] : undefined;
    if (segment === undefined || !isCount(document)) throw new SnapshotProblem('shard_malformed');
    return { hash: toHex(hashes.subarray(WRITTEN * i, WRITTEN * i + WRITTEN)), segment, document };
  });
  return { partition, bits, prefix, documents };
}

/** The bytes of every document of a segment of this source, in their order. */
export function readSegmentDocuments(text: string, source: string): (() => Uint8Array)[] {
  const { source: own, documents } = readJson(text, SEGMENT_FORMAT, 'segment_malformed');
  if (own !== source) throw new SnapshotProblem('segment_misplaced', source);
  if (!Array.isArray(documents)) throw new SnapshotProblem('segment_malformed');
  return documents.map((one: unknown) => () => {
    const [, plain, packed] = Array.isArray(one) ? (one as unknown[]) : [];
    const bytes = typeof plain === 'string' ? toUtf8(plain) : typeof packed === 'string' ? fromBase64(packed) : null;
    if (bytes === null) throw new SnapshotProblem('segment_malformed');
    return bytes;
  });
}

/** The document at a place of a segment, if it has this hash; null where another one begins with the same bytes. */
export function documentIn(
  sha256: Sha256,
  text: string,
  { source, wanted, document }: { readonly source: string; readonly wanted: string; readonly document: number },
): Uint8Array | null {
  if (hashOfHex(wanted) === null) return null;
  const bytes = readSegmentDocuments(text, source)[document]?.();
  if (bytes === undefined) throw new SnapshotProblem('segment_malformed');
  return toHex(sha256(bytes)) === wanted ? bytes : null;
}
