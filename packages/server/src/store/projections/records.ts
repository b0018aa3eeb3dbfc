import { type AdvisoryRow, advisoryRows } from '../../projections/advisory.ts';
import { type CveRow, cveRows } from '../../projections/cve.ts';
import { type NvdRow, nvdRows } from '../../projections/nvd.ts';
import type { SeverityColumns } from '../../projections/severity.ts';
import type { RowChange } from './change.ts';
import { type CurrentTable, writeCurrentRows } from './current-rows.ts';
import { defineProjection } from './define-projection.ts';
import type { ColumnType } from './unnest-rows.ts';

const SEVERITY = {
  severity: 'text',
  score: 'real',
  vector: 'text',
  cvss_version: 'text',
} as const satisfies Record<keyof SeverityColumns, ColumnType>;

const cveTable: CurrentTable<CveRow> = {
  table: 'cve',
  columns: {
    ...SEVERITY,
    cve_id: 'text',
    state: 'text',
    assigner: 'text',
    title: 'text',
    description: 'text',
    published: 'timestamptz',
    modified: 'timestamptz',
    reserved: 'timestamptz',
    rejected: 'timestamptz',
    rejected_reason: 'text',
    replaced_by: 'text[]',
    exploitation: 'text',
    automatable: 'text',
    technical_impact: 'text',
    disputed: 'boolean',
    tags: 'text[]',
    reference_count: 'integer',
  },
};

const nvdTable: CurrentTable<NvdRow> = {
  table: 'nvd',
  columns: { ...SEVERITY, cve_id: 'text', status: 'text', published: 'timestamptz', modified: 'timestamptz' },
};

export const cveProjection = defineProjection({
  name: 'cve',
  version: 2,
  sources: ['cve_list_v5'],
  tables: ['cve'],
  present: true,
  rows: ({ record }) => cveRows(record()),
  write: (trx, changes) => writeCurrentRows(trx, cveTable, changes),
});

export const nvdProjection = defineProjection({
  name: 'nvd',
  version: 1,
  sources: ['nvd'],
  tables: ['nvd'],
  present: true,
  rows: ({ record }) => nvdRows(record()),
  write: (trx, changes) => writeCurrentRows(trx, nvdTable, changes),
});

/** With the date by which a withdrawn one is known to be. */
type StoredAdvisory = Omit<AdvisoryRow, 'withdrawn'> & { readonly withdrawn: Date | null };

const advisoryTable: CurrentTable<StoredAdvisory> = {
  table: 'advisory',
  columns: {
    ...SEVERITY,
    id: 'text',
    source: 'smallint',
    type: 'text',
    published: 'timestamptz',
    modified: 'timestamptz',
    withdrawn: 'timestamptz',
    summary: 'text',
    ecosystems: 'text[]',
  },
};

export const advisoryProjection = defineProjection({
  name: 'advisory',
  version: 3,
  sources: ['osv', 'advisory'],
  tables: ['advisory'],
  present: true,
  rows: ({ record }) => advisoryRows(record()),
  write: (trx, changes) => writeCurrentRows(trx, advisoryTable, changes.map(withdrawnWhenSeen)),
});

/** Withdrawn on a date that cannot be read is still withdrawn: known by the time we saw it. */
function withdrawnWhenSeen({ version, rows }: RowChange<AdvisoryRow>): RowChange<StoredAdvisory> {
  const at = (withdrawn: AdvisoryRow['withdrawn']) => (withdrawn === 'undated' ? version.observedAt : withdrawn);
  return { version, rows: rows.map((row) => ({ ...row, withdrawn: at(row.withdrawn) })) };
}
