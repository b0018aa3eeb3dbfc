import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { loadDictionaries } from '../store/dictionaries.ts';
import { type Packed, unpack } from '../store/packing.ts';

/** Unpacks kept documents. Dictionaries never change, and there is one for many thousand documents: each is read once. */
export interface Documents {
  unpack(db: Db, packed: readonly Packed[]): Promise<Buffer[]>;
}

export function openDocuments(): Documents {
  const known = new Map<number | null, Buffer>();
  return {
    async unpack(db, packed) {
      const missing = packed.filter(({ dictionary }) => dictionary !== null && !known.has(dictionary));
      if (missing.length > 0) for (const [id, bytes] of await loadDictionaries(db, missing)) known.set(id, bytes);
      return packed.map((document) => unpack(document, known.get(document.dictionary) ?? null));
    },
  };
}

/** A document and the records that it is or was. */
export interface SharedDocument {
  readonly packed: Packed;
  readonly records: readonly { readonly source: string; readonly key: string }[];
}

export async function documentByHash(db: Db, sha256: string): Promise<SharedDocument | null> {
  const { rows } = await sql<Packed & Pick<SharedDocument, 'records'>>`
    select blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed, (
      select coalesce(jsonb_agg(distinct jsonb_build_object('source', source.name, 'key', record.key)), '[]') from version
      join record on record.id = version.record_id join source on source.id = record.source
      where version.blob_id = blob.id) as records
    from blob where raw_sha256 = decode(${sha256}, 'hex')`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { records, ...packed } = row;
  return { packed, records };
}
