import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { toMoment } from './affected-rows.ts';
import { standingAt } from './held-at.ts';
import { goesBy } from './names-among.ts';

export interface CollectionPackageRow {
  readonly recordId: number;
  readonly knownFrom: Date;
  readonly collection: string;
  readonly channel: string;
  /** As the channel writes it: `python312Packages.requests`. */
  readonly attribute: string;
  readonly pname: string | null;
  readonly version: string | null;
  readonly ecosystem: string | null;
  readonly ecosystemName: string | null;
  readonly cpes: readonly string[];
  readonly purls: readonly string[];
  readonly makers: readonly string[];
  readonly knownVulnerabilities: readonly string[];
  /** CVE ids in the names of its patches. */
  readonly patched: readonly string[];
  readonly insecure: boolean;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly maintainers: readonly string[];
  readonly position: string | null;
}

/** With the hash of its record's bytes, of what the collection says of itself: patches and known vulnerabilities. */
export interface TellingPackageRow extends CollectionPackageRow {
  /** Null where it says nothing of the kind, and of the past. */
  readonly sha256: string | null;
}

/** The columns of such a row. */
export const PACKAGE_COLUMNS = sql`record_id as "recordId", known_from as "knownFrom", collection, channel, attribute, pname, version,
  ecosystem, ecosystem_name as "ecosystemName", cpes, purls, makers, known_vulnerabilities as "knownVulnerabilities",
  patched, insecure, description, homepage, maintainers, position`;

/** With the names under which it is looked up. */
export interface LookedUpRow extends TellingPackageRow {
  readonly lookup: readonly string[];
}

export interface CollectionPackages {
  readonly rows: readonly LookedUpRow[];
  /** Names with more rows than are read: some of theirs are missing. */
  readonly cut: ReadonlySet<string>;
}

/** Per name. A name such as `setup` occurs thousands of times, and nobody reads that far. */
const MAX_ROWS = 2_000;
/** For all names in one query. */
const MAX_TOGETHER = 20_000;

/**
 * The rows that are called by one of the names, now or as they stood at an instant. Names are compared in the form of
 * `lookupForm` of the core. All names are one question, or two where the answers would be too many for one.
 */
export async function collectionPackages(
  db: Db,
  names: readonly string[],
  at: Date | null,
  most = MAX_ROWS,
): Promise<CollectionPackages> {
  if (names.length === 0) return { rows: [], cut: new Set() };
  const together = names.length === 1 ? most : Math.max(most, MAX_TOGETHER);
  const { rows } = await sql<LookedUpRow>`
    select ${PACKAGE_COLUMNS}, lookup, ${at === null ? TELLING_HASH : sql`null`} as sha256 from collection_package
    where ${goesBy(names)} and ${standingAt(toMoment(at))}
    order by channel, attribute collate "C" limit ${together + 1}`.execute(db);
  if (rows.length <= most || (rows.length <= together && !hasFlood(rows, most))) return { rows, cut: new Set() };
  if (names.length === 1) return { rows: rows.slice(0, most), cut: new Set(names) };
  const half = Math.ceil(names.length / 2);
  const first = await collectionPackages(db, names.slice(0, half), at, most);
  const second = await collectionPackages(db, names.slice(half), at, most);
  const all = new Map([...first.rows, ...second.rows].map((row) => [row.recordId, row]));
  return { rows: [...all.values()].sort(byPlace), cut: first.cut.union(second.cut) };
}

/** Whether some name stands in more places than are read of one. */
function hasFlood(rows: readonly LookedUpRow[], most: number): boolean {
  const counts = new Map<string, number>();
  for (const { lookup } of rows) for (const name of lookup) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts.values().some((count) => count > most);
}

/** The record hash of a row with patches or known vulnerabilities. */
export const TELLING_HASH = sql`case when patched <> '{}' or known_vulnerabilities <> '{}' then (
  select encode(raw_sha256, 'hex') from current_version where current_version.record_id = collection_package.record_id) end`;

function byPlace(a: CollectionPackageRow, b: CollectionPackageRow): number {
  if (a.channel !== b.channel) return a.channel < b.channel ? -1 : 1;
  return a.attribute < b.attribute ? -1 : Number(a.attribute > b.attribute);
}
