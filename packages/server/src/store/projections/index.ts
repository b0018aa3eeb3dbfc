import type { SourceId } from '@almanac/contract';
import { advisoryRows } from '../../projections/advisory.ts';
import { affectedRows } from '../../projections/affected/rows.ts';
import { aliasRows } from '../../projections/aliases.ts';
import { cveRows } from '../../projections/cve.ts';
import { epssDay } from '../../projections/epss.ts';
import { PROJECTIONS, type ProjectionName } from '../../projections/index.ts';
import { kevRows } from '../../projections/kev-entry.ts';
import { nvdRows } from '../../projections/nvd.ts';
import { searchRows } from '../../projections/search.ts';
import { type Projected, type ProjectedVersion, sourceNumber } from '../../projections/version.ts';
import { weaknessRows } from '../../projections/weakness.ts';
import type { EpssScores } from '../../sources/epss/scores.ts';
import type { Transaction } from '../database.ts';
import { closeKev, writeKev } from '../kev.ts';
import { writeAffected } from './affected.ts';
import { writeAliases } from './aliases.ts';
import type { RowChange } from './change.ts';
import { writeCurrentRows } from './current-rows.ts';
import { writeEpssDay } from './epss.ts';
import { advisoryTable, cveTable, nvdTable } from './records.ts';
import { markKev, writeSearch } from './search.ts';
import { writeWeaknesses } from './weaknesses.ts';

/** A record that changed. The value is the whole of its bytes, parsed; of EPSS the scores that they hold. */
export interface RecordChange {
  readonly version: ProjectedVersion;
  /** Without meaning where the version says that the record was removed. */
  readonly value: unknown;
}

export interface Written {
  readonly rows: number;
  readonly dropped: number;
}

/** Computes and writes what records of a source come to, in the transaction that stores them. A record comes up once. */
export async function writeProjections(
  trx: Transaction,
  source: SourceId,
  changes: readonly RecordChange[],
): Promise<Written> {
  let written: Written = { rows: 0, dropped: 0 };
  if (changes.length === 0) return written;
  for (const { name, sources } of PROJECTIONS) {
    if (!sources.includes(source)) continue;
    const { rows, dropped } = await WRITERS[name](trx, source, changes);
    written = { rows: written.rows + rows, dropped: written.dropped + dropped };
  }
  return written;
}

type Write = (trx: Transaction, source: SourceId, changes: readonly RecordChange[]) => Promise<Written>;

/** How each projection is computed and where it goes. */
export const WRITERS: Readonly<Record<ProjectionName, Write>> = {
  affected: async (trx, source, changes) =>
    through(
      changes,
      (change) => affectedRows(source, change.value, change.version),
      (rows) => writeAffected(trx, rows),
    ),
  cve: async (trx, _, changes) =>
    through(
      changes,
      (change) => cveRows(change.value, change.version),
      (rows) => writeCurrentRows(trx, cveTable, rows),
    ),
  nvd: async (trx, _, changes) =>
    through(
      changes,
      (change) => nvdRows(change.value, change.version),
      (rows) => writeCurrentRows(trx, nvdTable, rows),
    ),
  advisory: async (trx, source, changes) =>
    through(
      changes,
      (change) => advisoryRows(source, change.value, change.version),
      (rows) => writeCurrentRows(trx, advisoryTable, rows),
    ),
  weakness: async (trx, source, changes) =>
    through(
      changes,
      (change) => weaknessRows(source, change.value, change.version),
      (rows) => writeWeaknesses(trx, sourceNumber(source), rows),
    ),
  aliases: async (trx, source, changes) =>
    through(
      changes,
      (change) => aliasRows(source, change.value, change.version),
      (rows) => writeAliases(trx, sourceNumber(source), rows),
    ),
  kev: async (trx, _, changes) =>
    through(
      changes,
      (change) => kevRows(change.value),
      async (rows) => {
        const [shown, gone] = [
          rows.filter(({ rows }) => rows.length > 0),
          rows.filter(({ rows }) => rows.length === 0),
        ];
        await writeKev(
          trx,
          shown.flatMap(({ version, rows }) => rows.map((row) => ({ version, row }))),
        );
        await closeKev(
          trx,
          gone.map(({ version }) => version),
        );
      },
    ),
  search: async (trx, source, changes) => {
    if (source === 'kev') {
      await markKev(
        trx,
        changes.map(({ version }) => version.key),
      );
      return { rows: 0, dropped: 0 };
    }
    return through(
      changes,
      (change) => searchRows(source, change.value, change.version),
      (rows) => writeSearch(trx, sourceNumber(source), rows),
    );
  },
  // A day that the source no longer shows was published all the same: its scores stay.
  epss: async (trx, _, changes) => {
    let rows = 0;
    for (const { value, version } of changes) {
      if (version.removed === true || value === null) continue;
      const day = epssDay(value as EpssScores);
      await writeEpssDay(trx, day);
      rows += day.cveIds.length;
    }
    return { rows, dropped: 0 };
  },
};

async function through<Row>(
  changes: readonly RecordChange[],
  project: (change: RecordChange) => Projected<Row>,
  write: (rows: readonly RowChange<Row>[]) => Promise<void>,
): Promise<Written> {
  let dropped = 0;
  const projected = changes.map((change): RowChange<Row> => {
    if (change.version.removed === true) return { version: change.version, rows: [] };
    const { rows, dropped: lost } = project(change);
    dropped += lost;
    return { version: change.version, rows };
  });
  await write(projected);
  return { rows: projected.reduce((sum, { rows }) => sum + rows.length, 0), dropped };
}

/** The projections of a source in the shape of a feed's one projection. */
export function projectionsOf(source: SourceId): FeedProjection {
  return {
    write: async (trx, changes) => {
      const written = changes.map(({ version, parsed }) => ({ version, value: parsed }));
      await writeProjections(trx, source, written);
    },
    remove: async (trx, removed) => {
      const gone = removed.map((version) => ({ version: { ...version, removed: true }, value: null }));
      await writeProjections(trx, source, gone);
    },
  };
}

export interface FeedProjection {
  write(
    trx: Transaction,
    changes: readonly { readonly version: ProjectedVersion; readonly parsed: unknown }[],
  ): Promise<void>;
  remove(trx: Transaction, removed: readonly ProjectedVersion[]): Promise<void>;
}
