import type { SourceTable } from '../../projections/source-table.ts';
import { SOURCE_TABLES } from '../../projections/tables.ts';
import { writeCurrentRows } from './current-rows.ts';
import { defineProjection, type Projection } from './define-projection.ts';

/** The projections that a source defines in its own folder, each with one table of its name. */
export const SOURCE_TABLE_PROJECTIONS: readonly Projection[] = Object.entries<SourceTable>(SOURCE_TABLES).map(
  ([table, { source, version, columns, rows }]) =>
    defineProjection({
      name: table,
      version,
      sources: [source],
      tables: [table],
      present: true,
      rows,
      write: (trx, changes) => writeCurrentRows(trx, { table, columns }, changes),
    }),
);
