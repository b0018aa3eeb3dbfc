import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { loadDictionaries } from '../store/dictionaries.ts';
import { type Packed, sha256, unpack } from '../store/packing.ts';

/** A kept document that is not what its hash says. */
export interface DamagedBlob {
  readonly id: number;
  readonly reason: string;
}

export interface BlobCheck {
  readonly checked: number;
  readonly damaged: readonly DamagedBlob[];
}

/** A kept document, unpacked. */
export interface StoredDocument {
  readonly raw: Buffer;
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
  /** The number of the dictionary it is packed with, if it is. */
  readonly dictionary: number | null;
}

/** Unpacks every document and computes its hash anew, a page at a time. */
export async function* checkBlobs(db: Db): AsyncGenerator<BlobCheck> {
  for await (const { blobs, dictionaries } of blobPages(db)) {
    const damaged = blobs.flatMap((blob) => {
      const found = unpackChecked(blob, dictionaries.get(blob.dictionary) ?? null);
      return 'reason' in found ? [{ id: blob.id, reason: found.reason }] : [];
    });
    yield { checked: blobs.length, damaged };
  }
}

/** Every document in the order in which they came. Throws for one that is damaged. */
export async function* keptDocuments(db: Db): AsyncGenerator<StoredDocument> {
  for await (const { blobs, dictionaries } of blobPages(db)) {
    for (const blob of blobs) yield toDocument(blob, dictionaries);
  }
}

/** These documents, by their numbers. Throws for one that is damaged. */
export async function loadDocuments(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, StoredDocument>> {
  const { rows } = await sql<BlobRow>`select ${BLOB} from blob where id = any(${ids}::bigint[])`.execute(db);
  const dictionaries = await loadDictionaries(db, rows);
  return new Map(rows.map((blob) => [blob.id, toDocument(blob, dictionaries)]));
}

function toDocument(blob: BlobRow, dictionaries: BlobPage['dictionaries']): StoredDocument {
  const { id, rawSha256, contentSha256, dictionary } = blob;
  const found = unpackChecked(blob, dictionaries.get(dictionary) ?? null);
  if ('reason' in found) throw new Error(`document ${id} ${found.reason}; verify tells more`);
  return { raw: found.raw, rawSha256, contentSha256, dictionary };
}

/** A page ends with the document that exceeds either: most have kilobytes, a day of EPSS has megabytes. */
const PAGE = { blobs: 1_000, bytes: 8 * 1024 * 1024 };

interface BlobRow extends Packed {
  readonly id: number;
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
}

const BLOB = sql`blob.id, raw_sha256 as "rawSha256", content_sha256 as "contentSha256", codec, dictionary,
                  raw_size as "rawSize", packed`;

interface BlobPage {
  readonly blobs: readonly BlobRow[];
  readonly dictionaries: Awaited<ReturnType<typeof loadDictionaries>>;
}

async function* blobPages(db: Db): AsyncGenerator<BlobPage> {
  for (let last = 0; ; ) {
    const blobs = await blobsAfter(db, last);
    if (blobs.length === 0) return;
    last = blobs.at(-1)?.id ?? last;
    yield { blobs, dictionaries: await loadDictionaries(db, blobs) };
  }
}

/** The length of a value that is stored outside its row is known without reading it. */
async function blobsAfter(db: Db, last: number): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    with following as (
      select id, octet_length(packed) as bytes from blob where id > ${last} order by id limit ${PAGE.blobs}
    ), page as (
      select id, sum(bytes) over (order by id) - bytes as bytes_before from following
    )
    select ${BLOB}
    from page join blob on blob.id = page.id
    where bytes_before < ${PAGE.bytes}
    order by blob.id`.execute(db);
  return rows;
}

function unpackChecked(
  blob: Omit<BlobRow, 'id' | 'contentSha256'>,
  dictionary: Buffer | null,
): { readonly raw: Buffer } | { readonly reason: string } {
  let raw: Buffer;
  try {
    raw = unpack(blob, dictionary);
  } catch (error) {
    return { reason: `cannot be unpacked: ${(error as Error).message}` };
  }
  if (!sha256(raw).equals(blob.rawSha256)) return { reason: 'its bytes do not have its hash' };
  return raw.length === blob.rawSize ? { raw } : { reason: `has ${raw.length} bytes in place of ${blob.rawSize}` };
}
