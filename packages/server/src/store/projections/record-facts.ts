import { factOfRecord, packRecordFact } from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import { type CurrentTable, writeCurrentRows } from './current-rows.ts';
import { defineProjection } from './define-projection.ts';

interface RecordFactRow {
  readonly facts: string;
}

const recordFactTable: CurrentTable<RecordFactRow> = { table: 'record_fact', columns: { facts: 'text' } };

/** Facts for matching, other than packages. */
export const recordFactsProjection = defineProjection({
  name: 'record_facts',
  version: 1,
  sources: RECORD_SOURCES,
  tables: ['record_fact'],
  present: true,
  rows: ({ record }) => ({ rows: [{ facts: packRecordFact(factOfRecord(record())) }], dropped: 0 }),
  write: (trx, changes) => writeCurrentRows(trx, recordFactTable, changes),
});
