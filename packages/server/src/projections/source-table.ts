import type { SourceId } from '@almanac/contract';
import type { Columns } from './columns.ts';
import type { Projectable, Projected } from './version.ts';

/** At most one row per record, from its newest version. */
export interface SourceTable<Row = object> {
  readonly source: SourceId;
  /** Raise it with every change of the computation, so that the table is rebuilt from evidence. */
  readonly version: number;
  /** Without `record_id`, the primary key, and `seq`, which every such table has. */
  readonly columns: Columns<Row>;
  /** `verify` reports records without a row. */
  readonly everyRecord?: true;
  readonly rows: (from: Projectable) => Projected<Row>;
}

export function defineSourceTable<Row extends object>(table: SourceTable<Row>): SourceTable<Row> {
  return table;
}
