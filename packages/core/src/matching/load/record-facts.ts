import type { RecordDocument, VulnerabilityRecord } from '../../records/model.ts';
import { readVulnerabilityRecord } from '../../records/read-record.ts';
import type { RecordFact } from '../facts.ts';

/** What matching wants to know of a record besides its packages. It never throws, and nonsense reads as an empty record. */
export function recordFactOf(document: RecordDocument): RecordFact {
  return factOfRecord(readVulnerabilityRecord(document));
}

/** The same of a record that is read already. */
export function factOfRecord(record: VulnerabilityRecord): RecordFact {
  const { source, id, title, severities, references, state, homes, targets, disowned } = record;
  const rejected = state === 'withdrawn';
  const urls = references.map(({ url }) => url);
  return { source, id, title, severities, references: urls, rejected, homes, targets, disowned };
}

/** That a CVE was rejected, for matching where its document is not read. */
export function rejectedRecord(id: string): RecordFact {
  return { source: 'cve_list_v5', id, title: null, severities: [], references: [], rejected: true };
}
