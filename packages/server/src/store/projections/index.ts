import type { SourceId } from '@almanac/contract';
import { isRecordSource, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core';
import { type AdvisoryRow, advisoryRows } from '../../projections/advisory.ts';
import { affectedRows } from '../../projections/affected/rows.ts';
import { aliasRows } from '../../projections/aliases.ts';
import { channelRows } from '../../projections/channels.ts';
import { collectionRows } from '../../projections/collection.ts';
import { cveRows } from '../../projections/cve.ts';
import { dependencyRows } from '../../projections/dependencies.ts';
import { epssDay } from '../../projections/epss.ts';
import { exploitRows } from '../../projections/exploits.ts';
import { PROJECTIONS, type ProjectionName } from '../../projections/index.ts';
import { kevRows } from '../../projections/kev-entry.ts';
import { nvdRows } from '../../projections/nvd.ts';
import { relationRows } from '../../projections/relations.ts';
import { kevSearchRows, searchRows } from '../../projections/search.ts';
import { trackerRows } from '../../projections/tracker.ts';
import { type Projected, type ProjectedVersion, sourceNumber } from '../../projections/version.ts';
import { weaknessRows } from '../../projections/weakness.ts';
import type { EpssScores } from '../../sources/epss/scores.ts';
import type { Transaction } from '../database.ts';
import { closeKev, writeKev } from '../kev.ts';
import { writeAffected } from './affected.ts';
import { writeAliases } from './aliases.ts';
import type { RowChange } from './change.ts';
import { writeChannels } from './channels.ts';
import { writeCollection } from './collection.ts';
import { writeCurrentRows } from './current-rows.ts';
import { writeDependencies } from './dependencies.ts';
import { writeEpssDay } from './epss.ts';
import { writeExploits } from './exploits.ts';
import { advisoryTable, cveTable, nvdTable, type StoredAdvisory } from './records.ts';
import { writeRelations } from './relations.ts';
import { markKev, writeSearch } from './search.ts';
import { writeTracker } from './tracker.ts';
import { writeVulnerabilities } from './vulnerabilities.ts';
import { writeWeaknesses } from './weaknesses.ts';

/** A record that changed. The value is the whole of its bytes, parsed; of EPSS the scores that they hold. */
export interface RecordChange {
  readonly version: ProjectedVersion;
  /** Without meaning where the version says that the record was removed. */
  readonly value: unknown;
  /** What was computed of the value beforehand. */
  readonly projected?: ProjectedRecord | undefined;
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
  const computed = changes.map((change) => withRows(source, change));
  for (const { name, sources } of PROJECTIONS) {
    if (!sources.includes(source)) continue;
    const { rows, dropped } = await WRITERS[name](trx, source, computed);
    written = { rows: written.rows + rows, dropped: written.dropped + dropped };
  }
  return written;
}

/** A record is read once, however many projections there are of it. */
function withRows(source: SourceId, change: RecordChange): RecordChange {
  const { version, value, projected } = change;
  if (projected !== undefined || version.removed === true) return change;
  return { ...change, projected: projectRecord(source, version.key, value) };
}

type Write = (trx: Transaction, source: SourceId, changes: readonly RecordChange[]) => Promise<Written>;

/** How each projection is computed and where it goes. */
export const WRITERS: Readonly<Record<ProjectionName, Write>> = {
  affected: async (trx, source, changes) => through('affected', source, changes, (rows) => writeAffected(trx, rows)),
  cve: async (trx, source, changes) => through('cve', source, changes, (rows) => writeCurrentRows(trx, cveTable, rows)),
  nvd: async (trx, source, changes) => through('nvd', source, changes, (rows) => writeCurrentRows(trx, nvdTable, rows)),
  advisory: async (trx, source, changes) =>
    through('advisory', source, changes, (rows) => writeCurrentRows(trx, advisoryTable, rows.map(withdrawnWhenSeen))),
  weakness: async (trx, source, changes) =>
    through('weakness', source, changes, (rows) => writeWeaknesses(trx, sourceNumber(source), rows)),
  relations: async (trx, source, changes) => through('relations', source, changes, (rows) => writeRelations(trx, rows)),
  exploits: async (trx, source, changes) =>
    through('exploits', source, changes, (rows) => writeExploits(trx, sourceNumber(source), rows)),
  channels: async (trx, source, changes) => through('channels', source, changes, (rows) => writeChannels(trx, rows)),
  collection: async (trx, source, changes) =>
    through('collection', source, changes, (rows) => writeCollection(trx, rows)),
  dependencies: async (trx, source, changes) =>
    through('dependencies', source, changes, (rows) => writeDependencies(trx, rows)),
  tracker: async (trx, source, changes) => through('tracker', source, changes, (rows) => writeTracker(trx, rows)),
  aliases: async (trx, source, changes) =>
    through('aliases', source, changes, (rows) => writeAliases(trx, sourceNumber(source), rows)),
  kev: async (trx, source, changes) =>
    through('kev', source, changes, async (rows) => {
      const [shown, gone] = [rows.filter(({ rows }) => rows.length > 0), rows.filter(({ rows }) => rows.length === 0)];
      await writeKev(
        trx,
        shown.flatMap(({ version, rows }) => rows.map((row) => ({ version, row }))),
      );
      await closeKev(
        trx,
        gone.map(({ version }) => version),
      );
    }),
  search: async (trx, source, changes) => {
    if (source === 'kev') {
      await markKev(
        trx,
        changes.map(({ version }) => version.key),
      );
    }
    return through('search', source, changes, (rows) => writeSearch(trx, sourceNumber(source), rows));
  },
  vulnerabilities: async (trx, source, changes) => {
    const versions = changes.map(({ version }) => version);
    return { rows: await writeVulnerabilities(trx, sourceNumber(source), versions), dropped: 0 };
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

/** Withdrawn on a date that cannot be read is still withdrawn: known by the time we saw it. */
function withdrawnWhenSeen({ version, rows }: RowChange<AdvisoryRow>): RowChange<StoredAdvisory> {
  const at = (withdrawn: AdvisoryRow['withdrawn']) => (withdrawn === 'undated' ? version.observedAt : withdrawn);
  return { version, rows: rows.map((row) => ({ ...row, withdrawn: at(row.withdrawn) })) };
}

/** What each projection makes of a vulnerability's record, which is read once for all of them. */
const RECORD_ROWS = {
  affected: affectedRows,
  cve: cveRows,
  nvd: nvdRows,
  advisory: advisoryRows,
  weakness: weaknessRows,
  relations: relationRows,
  aliases: aliasRows,
  search: searchRows,
} as const satisfies Partial<Record<ProjectionName, (record: VulnerabilityRecord) => Projected<unknown>>>;

/** What each projection makes of a record of any other kind: of its value and its key alone. */
const OTHER_ROWS = {
  exploits: exploitRows,
  channels: (_, value, named) => channelRows(value, named),
  collection: (_, value, named) => collectionRows(value, named),
  dependencies: (_, value) => dependencyRows(value),
  tracker: (_, value, named) => trackerRows(value, named),
  kev: (_, value) => kevRows(value),
} as const satisfies Partial<
  Record<ProjectionName, (source: SourceId, value: unknown, named: { readonly key: string }) => Projected<unknown>>
>;

type RowsByName = typeof RECORD_ROWS & typeof OTHER_ROWS;
type RowsOf<Name extends keyof RowsByName> = ReturnType<RowsByName[Name]>;

/** The rows of a record, computed before it is known which version it becomes. */
export type ProjectedRecord = { readonly [Name in keyof RowsByName]?: RowsOf<Name> };

/** Computes the rows of a record. They depend on its value and its key alone. A day of EPSS has none: it is written as it is read. */
export function projectRecord(source: SourceId, key: string, value: unknown): ProjectedRecord {
  const named = PROJECTIONS.filter(({ sources }) => sources.includes(source)).map(({ name }) => name);
  const rowsOf = openProjector(source, key, value);
  return Object.fromEntries(named.map((name) => [name, rowsOf(name)]));
}

/** Computes the rows of one projection after the other, and reads the record for the first that needs it. */
function openProjector(source: SourceId, key: string, value: unknown) {
  let record: VulnerabilityRecord | null = null;
  return (name: ProjectionName): Projected<unknown> | undefined => {
    if (isOther(name)) return OTHER_ROWS[name](source, value, { key });
    if (name === 'search' && source === 'kev') return kevSearchRows(value);
    if (!isOfRecords(name) || !isRecordSource(source)) return undefined;
    record ??= readVulnerabilityRecord({ source, key, value });
    return RECORD_ROWS[name](record);
  };
}

function isOfRecords(name: ProjectionName): name is keyof typeof RECORD_ROWS {
  return name in RECORD_ROWS;
}

function isOther(name: ProjectionName): name is keyof typeof OTHER_ROWS {
  return name in OTHER_ROWS;
}

async function through<Name extends keyof RowsByName>(
  name: Name,
  source: SourceId,
  changes: readonly RecordChange[],
  write: (rows: readonly RowChange<RowsOf<Name>['rows'][number]>[]) => Promise<void>,
): Promise<Written> {
  let dropped = 0;
  const changed = changes.map(({ version, value, projected }): RowChange<RowsOf<Name>['rows'][number]> => {
    if (version.removed === true) return { version, rows: [] };
    const computed = (projected?.[name] ?? openProjector(source, version.key, value)(name)) as RowsOf<Name>;
    dropped += computed.dropped;
    return { version, rows: computed.rows };
  });
  await write(changed);
  return { rows: changed.reduce((sum, { rows }) => sum + rows.length, 0), dropped };
}

/** The projections of a source in the shape of a feed's one projection. */
export function projectionsOf(source: SourceId): FeedProjection {
  return {
    project: (key, parsed) => projectRecord(source, key, parsed),
    write: async (trx, changes) => {
      const written = changes.map(({ version, parsed, projected }) => ({
        version,
        value: parsed,
        projected: projected as ProjectedRecord | undefined,
      }));
      await writeProjections(trx, source, written);
    },
    remove: async (trx, removed) => {
      const gone = removed.map((version) => ({ version: { ...version, removed: true }, value: null }));
      await writeProjections(trx, source, gone);
    },
  };
}

interface FeedChange {
  readonly version: ProjectedVersion;
  readonly parsed: unknown;
  readonly projected?: unknown;
}

export interface FeedProjection {
  project(key: string, parsed: unknown): unknown;
  write(trx: Transaction, changes: readonly FeedChange[]): Promise<void>;
  remove(trx: Transaction, removed: readonly ProjectedVersion[]): Promise<void>;
}
