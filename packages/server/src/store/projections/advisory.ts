import { type AdvisoryRow, advisoryRows } from '../../projections/advisory.ts';
import { SEVERITY_COLUMNS } from '../../projections/severity.ts';
import type { RowChange } from './change.ts';
import { type CurrentTable, writeCurrentRows } from './current-rows.ts';
import { defineProjection } from './define-projection.ts';

/** With the date by which a withdrawn one is known to be. */
type StoredAdvisory = Omit<AdvisoryRow, 'withdrawn'> & { readonly withdrawn: Date | null };

const advisoryTable: CurrentTable<StoredAdvisory> = {
  table: 'advisory',
  columns: {
    ...SEVERITY_COLUMNS,
    id: 'text',
    source: 'smallint',
    type: 'text or null',
    published: 'timestamptz or null',
    modified: 'timestamptz or null',
    withdrawn: 'timestamptz or null',
    summary: 'text or null',
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
