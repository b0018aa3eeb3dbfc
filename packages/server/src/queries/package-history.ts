import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { type Assertion, unpackAssertion } from '@almanac/core/ranges';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { integers } from '../store/list-parameter.ts';
import { HAS_FIX } from './aggregates/has-fix.ts';
import type { NamedPackage } from './packages-named.ts';

/** One version of a record's statement about a package. */
export interface PastRow {
  /** A vulnerability that the record is about; of a record that the source no longer has, its own id. */
  readonly vuln: string;
  readonly package: NamedPackage;
  readonly source: SourceId;
  readonly recordKey: string;
  /** Times are texts, as `Date.toISOString` writes them: a giant has tens of thousands. */
  readonly knownFrom: string;
  /** It says so now. */
  readonly isCurrent: boolean;
  readonly withdrawn: boolean;
  /** As the record dates itself. */
  readonly published: string | null;
  /** It names a version without the vulnerability. */
  readonly hasFix: boolean;
  readonly claims: string;
}

/** More than anybody reads; a package with ten thousand advisories has some twenty thousand rows. */
const MAX_ROWS = 40_000;

/** All that was ever said of these packages; `complete` where it was not too much. */
export async function packagePast(
  db: Db,
  packages: readonly NamedPackage[],
): Promise<{ readonly rows: readonly PastRow[]; readonly complete: boolean }> {
  const byId = new Map(packages.map((one) => [one.id, one]));
  if (byId.size === 0) return { rows: [], complete: true };
  const ids = [...byId.keys()];
  const { rows } = await sql<StoredRow>`
    select coalesce(held.vuln, record.key) as vuln, a.package_id, a.source, a.withdrawn, a.claims, ${HAS_FIX} as has_fix, record.key,
           ${isoText(sql`a.known_from`)} as known_from, a.known_to is null as is_current,
           ${isoText(sql`coalesce(advisory.published, cve.published, nvd.published)`)} as published
    from (
      -- Apart, since what holds now and what held once have an index each.
      select * from affected where package_id = any(${integers(ids)}) and known_to is null
      union all
      select * from affected where package_id = any(${integers(ids)}) and known_to is not null
    ) as a
    join record on record.id = a.record_id
    left join advisory on advisory.record_id = a.record_id
    left join cve on cve.record_id = a.record_id
    left join nvd on nvd.record_id = a.record_id
    left join vulnerability_record as held on held.record_id = a.record_id
    where advisory.type is distinct from 'malware'
    limit ${MAX_ROWS}`.execute(db);
  return { complete: rows.length < MAX_ROWS, rows: rows.flatMap((row) => toRows(row, byId)) };
}

function isoText(instant: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

interface StoredRow {
  readonly vuln: string;
  readonly package_id: number;
  readonly source: number;
  readonly withdrawn: boolean;
  readonly known_from: string;
  readonly is_current: boolean;
  readonly claims: string;
  readonly has_fix: boolean;
  readonly key: string;
  readonly published: string | null;
}

function toRows(row: StoredRow, byId: ReadonlyMap<number, NamedPackage>): PastRow[] {
  const named = byId.get(row.package_id);
  const source = SOURCE_IDS[row.source - 1];
  if (named === undefined || source === undefined) return [];
  const { vuln, withdrawn, published, claims, has_fix: hasFix, known_from: knownFrom, is_current: isCurrent } = row;
  return [
    { vuln, package: named, source, recordKey: row.key, withdrawn, knownFrom, isCurrent, published, hasFix, claims },
  ];
}

/** Builds an assertion, only for the rows shown out of thousands. */
export function toAssertion({ claims, package: named, source, recordKey, withdrawn }: PastRow): Assertion {
  return unpackAssertion(claims, { ...named, source, recordKey, withdrawn });
}
