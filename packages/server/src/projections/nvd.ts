import { normaliseCveId } from '@almanac/core/ids';
import type { VulnerabilityRecord } from '@almanac/core/records';
import { toDate } from './record-columns.ts';
import { SEVERITY_COLUMNS, type SeverityColumns, severityColumns } from './severity.ts';
import { defineSourceTable } from './source-table.ts';
import type { Projected } from './version.ts';

export interface NvdRow extends SeverityColumns {
  readonly cve_id: string;
  readonly status: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
}

export function nvdRows(record: VulnerabilityRecord): Projected<NvdRow> {
  if (normaliseCveId(record.id) !== record.id) return { rows: [], dropped: 1 };
  const row: NvdRow = {
    cve_id: record.id,
    status: record.statedState,
    published: toDate(record.published),
    modified: toDate(record.modified),
    ...severityColumns(record.severities),
  };
  return { rows: [row], dropped: record.dropped.length };
}

export const nvdTable = defineSourceTable<NvdRow>({
  source: 'nvd',
  version: 1,
  columns: {
    ...SEVERITY_COLUMNS,
    cve_id: 'text',
    status: 'text or null',
    published: 'timestamptz or null',
    modified: 'timestamptz or null',
  },
  everyRecord: true,
  rows: ({ record }) => nvdRows(record()),
});
