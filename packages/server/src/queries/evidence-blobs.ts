import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { dictionariesOf } from '../store/dictionaries.ts';
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

/** A page ends with the document that exceeds either: most have kilobytes, a day of EPSS has megabytes. */
const PAGE = { blobs: 1_000, bytes: 8 * 1024 * 1024 };

/** Unpacks every document and computes its hash anew, a page at a time. */
export async function* checkBlobs(db: Db): AsyncGenerator<BlobCheck> {
  for (let last = 0; ; ) {
    const rows = await blobsAfter(db, last);
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    const dictionaries = await dictionariesOf(db, rows);
    const damaged = rows.flatMap((blob) => {
      const reason = damageOf(blob, dictionaries.get(blob.dictionary) ?? null);
      return reason === null ? [] : [{ id: blob.id, reason }];
    });
    yield { checked: rows.length, damaged };
  }
}

interface BlobRow extends Packed {
  readonly id: number;
  readonly rawSha256: Buffer;
}

/** The length of a value that is stored outside its row is known without reading it. */
async function blobsAfter(db: Db, last: number): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    with following as (
      select id, octet_length(packed) as bytes from blob where id > ${last} order by id limit ${PAGE.blobs}
    ), page as (
      select id, sum(bytes) over (order by id) - bytes as bytes_before from following
    )
    select blob.id, raw_sha256 as "rawSha256", codec, dictionary, raw_size as "rawSize", packed
    from page join blob on blob.id = page.id
    where bytes_before < ${PAGE.bytes}
    order by blob.id`.execute(db);
  return rows;
}

function damageOf(blob: BlobRow, dictionary: Buffer | null): string | null {
  let raw: Buffer;
  try {
    raw = unpack(blob, dictionary);
  } catch (error) {
    return `cannot be unpacked: ${(error as Error).message}`;
  }
  if (!sha256(raw).equals(blob.rawSha256)) return 'its bytes do not have its hash';
  return raw.length === blob.rawSize ? null : `has ${raw.length} bytes in place of ${blob.rawSize}`;
}
