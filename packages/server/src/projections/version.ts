import type { SourceId } from '@almanac/contract';
import type { VulnerabilityRecord } from '@almanac/core/records';
import { SOURCES } from '../sources/catalogue.ts';

export interface ProjectedVersion {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
  /** The source no longer has it, so it has no rows. */
  readonly removed?: boolean;
}

/** Rows depend only on the record's value and key. */
export interface Projectable<Source extends SourceId = SourceId> {
  readonly source: Source;
  readonly key: string;
  readonly value: unknown;
  /** Parses once, however many projections need it. */
  readonly record: () => VulnerabilityRecord;
}

export interface Projected<Row> {
  readonly rows: readonly Row[];
  /** Members with the wrong type. */
  readonly dropped: number;
}

/** A test compares the numbers with the database. */
export function sourceNumber(source: SourceId): number {
  return SOURCES[source].number;
}
