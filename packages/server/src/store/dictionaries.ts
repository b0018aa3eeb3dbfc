import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { PackingDictionary } from './packing.ts';

/** The window of deflate (RFC 1951, section 2). */
const MAX_BYTES = 32 * 1024;

/** Sixteen beginnings of records hold more of what records have in common than eight whole ones. */
const MAX_PIECE = 2_000;
export const SAMPLES = MAX_BYTES / 2_048;

/** A dictionary made of the documents themselves: the later ones are found by shorter references. */
export function trainDictionary(documents: readonly Uint8Array[]): Buffer {
  const step = Math.max(1, documents.length / SAMPLES);
  const chosen = Array.from({ length: Math.min(SAMPLES, documents.length) }, (_, i) => documents[Math.floor(i * step)]);
  return Buffer.concat(chosen.map((document) => document?.subarray(0, MAX_PIECE) ?? new Uint8Array()));
}

/** Kept for ever: what was packed with it needs it. */
export async function keepDictionary(db: Db, source: number, bytes: Buffer): Promise<PackingDictionary> {
  const { id } = await db.insertInto('dictionary').values({ source, bytes }).returning('id').executeTakeFirstOrThrow();
  return { id, bytes };
}

/** The one that new documents of a source are packed with, if it has any. */
export async function newestDictionary(db: Db, source: number): Promise<PackingDictionary | null> {
  const row = await db
    .selectFrom('dictionary')
    .select(['id', 'bytes'])
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** For unpacking: the bytes of the dictionaries that these documents name. */
export async function loadDictionaries(
  db: Db,
  documents: readonly { readonly dictionary: number | null }[],
): Promise<ReadonlyMap<number | null, Buffer>> {
  const ids = [...new Set(documents.map(({ dictionary }) => dictionary).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; bytes: Buffer }>`
    select id, bytes from dictionary where id = any(${ids}::smallint[])`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
