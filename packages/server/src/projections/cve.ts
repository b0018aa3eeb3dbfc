import { normaliseCveId } from '@almanac/core/ids';
import type { VulnerabilityRecord } from '@almanac/core/records';
import type { SsvcPoints } from '@almanac/core/scores';
import { toDate } from './record-columns.ts';
import { SEVERITY_COLUMNS, type SeverityColumns, severityColumns } from './severity.ts';
import { defineSourceTable } from './source-table.ts';
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

export function cveRows(record: VulnerabilityRecord): Projected<CveRow> {
  if (normaliseCveId(record.id) !== record.id) return { rows: [], dropped: 1 };
  const row: CveRow = {
    cve_id: record.id,
    state: record.statedState,
    assigner: record.assigner,
    title: record.title,
    description: record.description,
    published: toDate(record.published),
    modified: toDate(record.modified),
    reserved: toDate(record.reserved),
    rejected: toDate(record.rejected),
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

export const cveTable = defineSourceTable<CveRow>({
  source: 'cve_list_v5',
  version: 2,
  columns: {
    ...SEVERITY_COLUMNS,
    cve_id: 'text',
    state: 'text or null',
    assigner: 'text or null',
    title: 'text or null',
    description: 'text or null',
    published: 'timestamptz or null',
    modified: 'timestamptz or null',
    reserved: 'timestamptz or null',
    rejected: 'timestamptz or null',
    rejected_reason: 'text or null',
    replaced_by: 'text[]',
    exploitation: 'text or null',
    automatable: 'text or null',
    technical_impact: 'text or null',
    disputed: 'boolean',
    tags: 'text[]',
    reference_count: 'integer',
  },
  everyRecord: true,
  rows: ({ record }) => cveRows(record()),
});
