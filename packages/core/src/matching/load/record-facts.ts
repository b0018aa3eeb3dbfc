import type { RecordDocument, VulnerabilityRecord } from '../../records/model.ts';
import { readVulnerabilityRecord } from '../../records/read-record.ts';
import type { SeverityClaim } from '../../scores/severity.ts';
import type { ProductTarget, RecordFact } from '../facts.ts';

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

type PackedFact = readonly [
  title: string | null,
  rejected: 0 | 1,
  severities: readonly Omit<SeverityClaim, 'source'>[],
  references: readonly string[],
  homes: readonly string[],
  targets: readonly ProductTarget[],
  disowned: readonly string[],
];

/** Writes a fact as text, without the source and the id, which its row has. */
export function packRecordFact({
  title,
  rejected,
  severities,
  references,
  homes = [],
  targets = [],
  disowned = [],
}: RecordFact): string {
  const rated = severities.map(({ source: _source, ...claim }) => claim);
  const packed: PackedFact = [title, rejected ? 1 : 0, rated, references, homes, targets, disowned];
  return JSON.stringify(packed);
}

/** Reads what `packRecordFact` wrote. A record that its source no longer lists counts as rejected. */
export function unpackRecordFact(
  packed: string,
  { source, id, withdrawn }: { readonly source: string; readonly id: string; readonly withdrawn: boolean },
): RecordFact {
  const [title, rejected, rated, references, homes, targets, disowned] = JSON.parse(packed) as PackedFact;
  const severities = rated.map((claim) => Object.assign({}, claim, { source }));
  return { source, id, title, severities, references, rejected: rejected === 1 || withdrawn, homes, targets, disowned };
}

/** That a CVE was rejected, for matching where its document is not read. */
export function rejectedRecord(id: string): RecordFact {
  return { source: 'cve_list_v5', id, title: null, severities: [], references: [], rejected: true };
}
