import type { ProjectedVersion } from '../../projections/version.ts';

/** The rows that take the place of those a record had; none where it was removed. */
export interface RowChange<Row> {
  readonly version: ProjectedVersion;
  readonly rows: readonly Row[];
}

/** Those of records that had a version before: of the others there can be no rows yet, and so none to take away. */
export function ofKnownRecords<Row>(changes: readonly RowChange<Row>[]): readonly RowChange<Row>[] {
  return changes.filter(({ version }) => version.seq > 1);
}
