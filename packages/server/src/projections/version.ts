import type { SourceId } from '@almanac/contract';
import type { VulnerabilityRecord } from '@almanac/core/records';
import { SOURCES } from '../sources/catalogue.ts';

/** The version of a record that rows are made from. */
export interface ProjectedVersion {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
  /** The source no longer has it: there are no rows. */
  readonly removed?: boolean;
}

/** A record that rows are computed from: they depend on its value and its key alone. */
export interface Projectable<Source extends SourceId = SourceId> {
  readonly source: Source;
  readonly key: string;
  readonly value: unknown;
  /** Parsed once, however many projections use it. */
  readonly record: () => VulnerabilityRecord;
}

export interface Projected<Row> {
  readonly rows: readonly Row[];
  /** Members that were left out because they were not what they should be. */
  readonly dropped: number;
}

/** The number of a source in the database; a test compares it with the table. */
export function sourceNumber(source: SourceId): number {
  return SOURCES[source].number;
}
