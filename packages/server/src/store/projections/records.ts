import type { AdvisoryRow } from '../../projections/advisory.ts';
import type { CveRow } from '../../projections/cve.ts';
import type { NvdRow } from '../../projections/nvd.ts';
import type { SeverityColumns } from '../../projections/severity.ts';
import type { CurrentTable } from './current-rows.ts';
import type { ColumnType } from './given.ts';

const SEVERITY = {
  severity: 'text',
  score: 'real',
  vector: 'text',
  cvss_version: 'text',
} as const satisfies Record<keyof SeverityColumns, ColumnType>;

export const cveTable: CurrentTable<CveRow> = {
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

export const nvdTable: CurrentTable<NvdRow> = {
  table: 'nvd',
  columns: { ...SEVERITY, cve_id: 'text', status: 'text', published: 'timestamptz', modified: 'timestamptz' },
};

/** With the date by which a withdrawn one is known to be. */
export type StoredAdvisory = Omit<AdvisoryRow, 'withdrawn'> & { readonly withdrawn: Date | null };

export const advisoryTable: CurrentTable<StoredAdvisory> = {
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
