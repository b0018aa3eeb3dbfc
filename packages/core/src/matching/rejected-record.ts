import type { RecordFact } from './facts.ts';

/** That a CVE was rejected, for matching where its document is not read. */
export function rejectedRecord(id: string): RecordFact {
  return { source: 'cve_list_v5', id, title: null, severities: [], references: [], rejected: true };
}
