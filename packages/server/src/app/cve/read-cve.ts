import type { CveFacts } from '@almanac/core/dossier';
import { type CurrentEvidence, type CveEvidence, cveEvidence, type KeptRecord } from '../../queries/cve-evidence.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { knowledgeOf, type LoadedCve, type ReadRecord } from './cve-facts.ts';
import { type CveTracker, trackerOfCve } from './cve-tracker.ts';

/** What storage has about a CVE. */
export async function readCve(
  { databases, documents }: Pick<Deps, 'databases' | 'documents'>,
  id: string,
): Promise<LoadedCve> {
  return databases.readWithFallback((db) => readCveFrom(documents, db, id));
}

export async function readCveFrom(documents: Deps['documents'], db: Db, id: string): Promise<LoadedCve> {
  return loadEvidence(documents, db, id, await cveEvidence(db, id));
}

/** From evidence that was already read. */
export async function loadEvidence(
  documents: Deps['documents'],
  db: Db,
  id: string,
  { issues, about, ...evidence }: CurrentEvidence,
): Promise<LoadedCve> {
  const tracker = await trackerOfCve(db, documents, id, issues);
  return { ...(await openEvidence(documents, db, id, evidence, tracker)), about };
}

/** The records of the evidence, unpacked and parsed. */
export async function openEvidence(
  documents: Deps['documents'],
  db: Db,
  id: string,
  evidence: CveEvidence,
  tracker: CveTracker | null,
  aliases: CveFacts['aliases'] = [],
): Promise<LoadedCve> {
  const kept = evidence.records.filter((record): record is Packed => record.packed !== null);
  const raws = await documents.unpack(
    db,
    kept.map(({ packed }) => packed),
  );
  const records = kept.map((record, i) => readRecord(record, raws[i] ?? Buffer.alloc(0)));
  return knowledgeOf(id, evidence, records, tracker, aliases);
}

function readRecord(
  { source, key, relation, observedAt, modified, redated, withdrawn, sha256 }: Packed,
  raw: Buffer,
): ReadRecord {
  const value: unknown = JSON.parse(raw.toString());
  return {
    source,
    key,
    relation,
    observedAt,
    modified,
    redated,
    withdrawn,
    sha256: sha256.toString('hex'),
    raw,
    value,
  };
}

type Packed = KeptRecord & { readonly packed: NonNullable<KeptRecord['packed']> };
