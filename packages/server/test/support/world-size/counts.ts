import {
  advisoriesOfDay,
  advisoryIdAt,
  advisoryRows,
  cveIdAt,
  cveRows,
  cvesOfDay,
  ecosystemsOf,
  homeOf,
  type WorldSize,
} from '@almanac/twins';
import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';

/** Rows that are counted by source. */
export interface AffectedCounts {
  readonly open: number;
  readonly closed: number;
}

export async function affectedCounts(db: Db, source: string): Promise<AffectedCounts> {
  const { rows } = await sql<AffectedCounts>`
    select count(*) filter (where known_to is null) as open, count(*) filter (where known_to is not null) as closed
    from affected join source on source.id = affected.source where source.name = ${source}`.execute(db);
  return rows[0] ?? { open: 0, closed: 0 };
}

export interface ScoreCounts {
  readonly current: number;
  readonly days: number;
  /** Over all months. */
  readonly kept: number;
}

export async function scoreCounts(db: Db): Promise<ScoreCounts> {
  const { rows } = await sql<ScoreCounts>`
    select (select count(*) from epss_current) as current, (select count(*) from epss_day) as days,
           (select coalesce(sum(cardinality(array_remove(scores, null))), 0)::bigint from epss_month) as kept`.execute(
    db,
  );
  return rows[0] ?? { current: 0, days: 0, kept: 0 };
}

/** The records that have got a version since a mark in the order of transactions, by key. */
export async function changedSince(db: Db, mark: string, source: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from version join record on record.id = record_id join source on source.id = record.source
    where tx > ${mark}::xid8 and source.name = ${source}`.execute(db);
  return rows.map(({ key }) => key).sort();
}

/** What the upstream says, in the same terms. */
export function expectedOf(size: WorldSize) {
  const ecosystems = ecosystemsOf(size);
  const rowsOf = (index: number) => advisoryRows(size, homeOf(ecosystems, index), index);
  const advisoryChanges = advisoriesOfDay(size);
  let cveRowCount = 0;
  for (let index = 0; index < size.cves; index += 1) cveRowCount += cveRows(index);
  let advisoryRowCount = 0;
  for (let index = 0; index < size.advisories; index += 1) advisoryRowCount += rowsOf(index);
  const sum = (indexes: readonly number[]) => indexes.reduce((total, index) => total + rowsOf(index), 0);
  const isNew = (index: number) => index >= size.advisories;
  return {
    cveRows: cveRowCount,
    advisoryRows: advisoryRowCount,
    day: {
      cveIds: cvesOfDay(size).map(cveIdAt).sort(),
      advisoryIds: advisoryChanges.map((index) => advisoryIdAt(homeOf(ecosystems, index), index)).sort(),
      rewrittenRows: sum(advisoryChanges.filter((index) => !isNew(index))),
      newRows: sum(advisoryChanges.filter(isNew)),
    },
    churnRows: size.churning * size.churnRows,
  };
}
