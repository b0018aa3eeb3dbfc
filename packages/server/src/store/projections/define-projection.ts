import type { SourceId } from '@almanac/contract';
import { isRecordSource, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import type { Projectable, Projected, ProjectedVersion } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';

/** A record that changed. The value is what its source decodes from its bytes. */
export interface RecordChange {
  readonly version: ProjectedVersion;
  /** Without meaning where the version says that the record was removed. */
  readonly value: unknown;
  /** Precomputed from the value. */
  readonly projected?: ProjectedRecord | undefined;
}

/** The rows of a record by projection, computed before it is known which version it becomes. */
export type ProjectedRecord = Readonly<Record<string, Projected<unknown> | undefined>>;

export interface Written {
  readonly rows: number;
  readonly dropped: number;
}

export interface Projection {
  readonly name: string;
  /** Raised with every change of what is computed: the tables are then filled again from evidence. */
  readonly version: number;
  readonly sources: readonly SourceId[];
  readonly tables: readonly string[];
  /** Its rows follow from the newest version of a record alone: a rebuild reads no other. */
  readonly present?: true;
  /** Left out where nothing can be computed beforehand. */
  readonly rows?: (from: Projectable) => Projected<unknown>;
  readonly write: (trx: Transaction, source: SourceId, changes: readonly RecordChange[]) => Promise<Written>;
}

interface Definition<Source extends SourceId, Row> extends Omit<Projection, 'rows' | 'write'> {
  readonly sources: readonly Source[];
  readonly rows: (from: Projectable<Source>) => Projected<Row>;
  readonly write: (trx: Transaction, changes: readonly RowChange<Row>[], source: Source) => Promise<void>;
}

/** A projection that computes the rows of each record by itself, and writes those of many at once. */
export function defineProjection<Source extends SourceId, Row>(definition: Definition<Source, Row>): Projection {
  const { name } = definition;
  const rows = (from: Projectable) => definition.rows(from as Projectable<Source>);
  return {
    ...definition,
    rows,
    async write(trx, source, changes) {
      let dropped = 0;
      const changed = changes.map(({ version, value, projected }): RowChange<Row> => {
        if (version.removed === true) return { version, rows: [] };
        const computed = (projected?.[name] ?? rows(projectable(source, version.key, value))) as Projected<Row>;
        dropped += computed.dropped;
        return { version, rows: computed.rows };
      });
      await definition.write(trx, changed, source as Source);
      return { rows: changed.reduce((sum, { rows }) => sum + rows.length, 0), dropped };
    },
  };
}

export function projectable(source: SourceId, key: string, value: unknown): Projectable {
  let record: VulnerabilityRecord | null = null;
  return {
    source,
    key,
    value,
    record() {
      if (!isRecordSource(source)) throw new Error(`${source} has no records of vulnerabilities`);
      record ??= readVulnerabilityRecord({ source, key, value });
      return record;
    },
  };
}
