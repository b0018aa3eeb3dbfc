import { type RecordFact, recordFactOf } from '@almanac/core/matching';
import { isRecordSource, RECORD_SOURCES } from '@almanac/core/records';
import { nextTurn } from '../../platform/in-slices.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { Documents } from '../../queries/documents.ts';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import { loadRecordFacts } from '../../queries/record-facts.ts';
import type { Db } from '../../store/database.ts';

/** Documents that are read for one question. */
export const MAX_DOCUMENTS = 2_000;
/** Ids of which the documents are read together. */
export const DOCUMENTS_AT_ONCE = 100;
/** Ids of which the stored facts are read together: more take the thread for too long. */
const FACTS_AT_ONCE = 500;

/**
 * Reads what the records of possible matches say besides packages. References tell whose software a record is about, so they are read
 * for everything that might match: from the table of facts, and from documents for the past and for what the table does not have yet.
 */
export async function readRecordFacts(
  db: Db,
  documents: Documents,
  ids: readonly string[],
  at: Moment | null,
): Promise<RecordFact[]> {
  if (at !== null) return readDocuments(db, documents, ids, at);
  const read: RecordFact[] = [];
  const without: string[] = [];
  for (let from = 0; from < ids.length; from += FACTS_AT_ONCE) {
    const { facts, missing } = await loadRecordFacts(db, ids.slice(from, from + FACTS_AT_ONCE), RECORD_SOURCES);
    for (const fact of facts) read.push(fact);
    without.push(...missing);
    await nextTurn();
  }
  return read.concat(await readDocuments(db, documents, without.slice(0, MAX_DOCUMENTS), null));
}

async function readDocuments(
  db: Db,
  documents: Documents,
  ids: readonly string[],
  at: Moment | null,
): Promise<RecordFact[]> {
  const read: RecordFact[] = [];
  for (let from = 0; from < ids.length; from += DOCUMENTS_AT_ONCE) {
    const kept = await documentsOfIds(db, ids.slice(from, from + DOCUMENTS_AT_ONCE), RECORD_SOURCES, at);
    const raws = await documents.unpack(
      db,
      kept.map(({ packed }) => packed),
    );
    kept.forEach(({ source, key, withdrawn }, i) => {
      const value: unknown = JSON.parse(raws[i]?.toString() ?? 'null');
      if (isRecordSource(source)) read.push(recordFactOf({ source, key, value, withdrawn }));
    });
    await nextTurn();
  }
  return read;
}
