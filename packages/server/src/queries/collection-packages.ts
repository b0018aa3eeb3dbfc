import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** What a channel of a collection says of one attribute. */
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

/** A name such as `setup` stands in thousands of places; nobody reads on so far. */
const MAX_ROWS = 2_000;

/**
 * The rows that are called by one of the names, now or as they stood at an instant. Names are compared in the form of
 * `lookupForm` of the core.
 */
export async function collectionPackages(
  db: Db,
  names: readonly string[],
  at: Date | null,
): Promise<readonly CollectionPackageRow[]> {
  if (names.length === 0) return [];
  const standing =
    at === null ? sql`known_to is null` : sql`known_from <= ${at} and (known_to is null or known_to > ${at})`;
  const { rows } = await sql<CollectionPackageRow>`
    select record_id as "recordId", known_from as "knownFrom", collection, channel, attribute, pname, version, ecosystem,
           ecosystem_name as "ecosystemName", cpes, purls, makers, known_vulnerabilities as "knownVulnerabilities",
           patched, insecure, description, homepage, maintainers, position
    from collection_package
    where lookup && ${names}::text[] and ${standing}
    order by channel, attribute collate "C" limit ${MAX_ROWS}`.execute(db);
  return rows;
}
