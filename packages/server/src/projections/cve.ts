import { normaliseCveId } from '@almanac/core/ids';
import type { VulnerabilityRecord } from '@almanac/core/records';
import type { SsvcPoints } from '@almanac/core/scores';
import { dateOf } from './record-columns.ts';
import { type SeverityColumns, severityColumns } from './severity.ts';
import type { Projected } from './version.ts';

export interface CveRow extends SeverityColumns {
  readonly cve_id: string;
  readonly state: string | null;
  readonly assigner: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  readonly reserved: Date | null;
  readonly rejected: Date | null;
  readonly rejected_reason: string | null;
  readonly replaced_by: readonly string[];
  readonly exploitation: SsvcPoints['exploitation'];
  readonly automatable: SsvcPoints['automatable'];
  readonly technical_impact: SsvcPoints['technicalImpact'];
  readonly disputed: boolean;
  readonly tags: readonly string[];
  readonly reference_count: number;
}

/** A record of the CVE list. */
export function cveRows(record: VulnerabilityRecord): Projected<CveRow> {
  if (normaliseCveId(record.id) !== record.id) return { rows: [], dropped: 1 };
  const row: CveRow = {
    cve_id: record.id,
    state: record.statedState,
    assigner: record.assigner,
    title: record.title,
    description: record.description,
    published: dateOf(record.published),
    modified: dateOf(record.modified),
    reserved: dateOf(record.reserved),
    rejected: dateOf(record.rejected),
    rejected_reason: record.rejectedReason,
    replaced_by: record.replacedBy,
    ...severityColumns(record.severities),
    exploitation: record.ssvc?.exploitation ?? null,
    automatable: record.ssvc?.automatable ?? null,
    technical_impact: record.ssvc?.technicalImpact ?? null,
    disputed: record.tags.includes('disputed'),
    tags: record.tags,
    reference_count: record.references.length,
  };
  return { rows: [row], dropped: record.dropped.length };
}
