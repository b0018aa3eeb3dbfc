import { type AdvisoryType, UNDATED, type VulnerabilityRecord } from '@almanac/core/records';
import { isStorableId, listEcosystems, toDate } from './record-columns.ts';
import { type SeverityColumns, severityColumns } from './severity.ts';
import { type Projected, sourceNumber } from './version.ts';

export interface AdvisoryRow extends SeverityColumns {
  readonly id: string;
  readonly source: number;
  readonly type: AdvisoryType | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  /** `undated`: withdrawn at an unreadable date. */
  readonly withdrawn: Date | typeof UNDATED | null;
  readonly summary: string | null;
  readonly ecosystems: readonly string[];
}

export function advisoryRows(record: VulnerabilityRecord): Projected<AdvisoryRow> {
  if (!isStorableId(record.id)) return { rows: [], dropped: 1 };
  const row: AdvisoryRow = {
    id: record.id,
    source: sourceNumber(record.source),
    type: record.type,
    published: toDate(record.published),
    modified: toDate(record.modified),
    withdrawn: record.withdrawnAt === UNDATED ? UNDATED : toDate(record.withdrawnAt),
    summary: record.title,
    ...severityColumns(record.severities),
    ecosystems: listEcosystems(record),
  };
  return { rows: [row], dropped: record.dropped.length };
}
