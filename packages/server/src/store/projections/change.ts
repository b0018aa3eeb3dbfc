import type { ProjectedVersion } from '../../projections/version.ts';

/** The rows that take the place of those a record had; none where it was removed. */
export interface RowChange<Row> {
  readonly version: ProjectedVersion;
  readonly rows: readonly Row[];
}
