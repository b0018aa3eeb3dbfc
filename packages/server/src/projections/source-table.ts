import type { SourceId } from '@almanac/contract';
import type { Columns } from './columns.ts';
import type { Projectable, Projected } from './version.ts';

/** A table of the records of one source: at most one row for each, as its newest version has it. */
export interface SourceTable<Row = object> {
  readonly source: SourceId;
  /** Raised with every change of what is computed: the table is then filled again from evidence. */
  readonly version: number;
  /** Its columns but `record_id`, the primary key, and `seq`, which every such table has. */
  readonly columns: Columns<Row>;
  /** Every record has a row: `verify` reports one without. */
  readonly everyRecord?: true;
  readonly rows: (from: Projectable) => Projected<Row>;
}

export function defineSourceTable<Row extends object>(table: SourceTable<Row>): SourceTable<Row> {
  return table;
}
