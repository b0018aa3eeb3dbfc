import type { OsvItem, Severity } from '@almanac/contract';
import { sql } from 'kysely';
import { compileOnce } from '../platform/compile-once.ts';
import { type Lru, lru } from '../platform/lru.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { type ReadEntry, readEntry, type StoredRow } from './affected-rows.ts';
import { texts } from './list-parameter.ts';
import { OSV_DATES, osvItemOf } from './osv-items.ts';
import { chosenPackages, keysOf, MOST_PACKAGES, type NamedPackage, type PackageName } from './packages-named.ts';
import { LINK_MEMBERS, linkTables, type RecordLinks, readLinksOf, type StoredLinks } from './record-links.ts';

/** Everything that OSV states of the packages of one name, and what the judgement of it needs, in one question. */
export interface OsvKnown {
  /** The packages of the name, those of the whole ecosystem included. */
  readonly packages: readonly NamedPackage[];
  /** No package was left out. */
  readonly isEvery: boolean;
  /** Null where these are more than one question reads. */
  readonly entries: OsvEntries | null;
}

export interface OsvEntries {
  /** In the order of the records' numbers, withdrawn ones included. */
  readonly rows: readonly ReadEntry[];
  readonly items: ReadonlyMap<string, OsvItem>;
  readonly links: RecordLinks;
  /** Those of the links' CVEs that the CVE list has rejected. */
  readonly rejected: readonly string[];
}

/** Entries that one question reads; a package with more is read page by page. */
const MOST_ENTRIES = 500;

export async function osvStated(db: Db, asked: PackageName, most = MOST_ENTRIES): Promise<OsvKnown> {
  const keys = keysOf(asked);
  const rows = await selectStated(
    db,
    texts.write(keys.map(([name]) => name)),
    texts.write(keys.map(([, ecosystem]) => ecosystem)),
    most,
  );
  return knownOf(asked, rows[0] ?? { packages: '[]', entries: null });
}

/** Laterals that are not to be flattened: the rows are few, whatever the planner expects. */
const selectStated = compileOnce(
  (names: string, ecosystems: string, most: number) => sql<ReadTexts>`
    with named as materialized (
      select package.id, package.ecosystem, package.release, package.vendor, package.name
      from unnest(${texts.parameter(names)}, ${texts.parameter(ecosystems)}) as asked (name, ecosystem)
      cross join lateral (
        select * from package where package.name = asked.name
          and (asked.ecosystem is null or coalesce(package.ecosystem, '') = asked.ecosystem) offset 0
      ) package
      order by package.id limit ${MOST_PACKAGES}
    ),
    stated as materialized (
      select stated.* from named
      cross join lateral (
        select package_id, record_id, scheme, withdrawn, coarse_min, coarse_max, claims from affected
        where affected.package_id = named.id and known_to is null and source = ${sql.lit(sourceNumber('osv'))} offset 0
      ) stated
      where named.ecosystem is not null
      limit ${most}::bigint + 1
    ),
    facts as materialized (
      select record.id, record.key, encode(kept.raw_sha256, 'hex') as sha256, advisory.summary, advisory.severity,
             ${OSV_DATES}
      from (select distinct record_id from stated) each
      cross join lateral (select id, key from record where record.id = each.record_id offset 0) record
      cross join lateral (
        select raw_sha256, upstream_modified, observed_at from current_version where current_version.record_id = each.record_id offset 0
      ) kept
      left join lateral (
        select summary, severity, modified from advisory where advisory.record_id = each.record_id offset 0
      ) advisory on true
    ),
    ${linkTables(sql`stated`)}
    select (select coalesce(json_agg(named), '[]') from named)::text as packages,
      (case when (select count(*) from stated) <= ${most}::bigint then json_build_object(
        'rows', (select coalesce(json_agg(stated order by record_id), '[]') from stated),
        'facts', (select coalesce(json_agg(facts), '[]') from facts),
        ${LINK_MEMBERS},
        'rejected', (select coalesce(json_agg(rejected.cve_id), '[]') from (select id from ids union select id from groups) each
          cross join lateral (select cve_id from cve where cve.cve_id = each.id and state = 'REJECTED' offset 0) rejected)
      ) end)::text as entries`,
);

/** As PostgreSQL writes them, in JSON. */
interface ReadTexts {
  readonly packages: string;
  readonly entries: string | null;
}

/** What was unpacked last. The texts are the whole key, and name every record with its hash: none can be out of date. */
const unpacked: Lru<OsvKnown> = lru(16 << 20);
/** What objects take for each character of their text, roughly. */
const WEIGHT = 8;

/** Unpacked once for all versions that are asked about until a record changes. */
function knownOf(asked: PackageName, texts: ReadTexts): OsvKnown {
  const where = asked.ecosystem == null ? '' : `in ${asked.ecosystem}`;
  const key = `${asked.name}\0${where}\0${texts.packages}\0${texts.entries ?? ''}`;
  const known = unpacked.get(key);
  if (known !== undefined) return known;
  const all = JSON.parse(texts.packages) as readonly NamedPackage[];
  const stated: OsvKnown = {
    packages: chosenPackages(all, [asked]).flat(),
    isEvery: all.length < MOST_PACKAGES,
    entries: texts.entries === null ? null : entriesOf(JSON.parse(texts.entries) as StoredEntries, all),
  };
  unpacked.set(key, stated, WEIGHT * key.length);
  return stated;
}

interface StoredEntries extends StoredLinks {
  readonly rows: readonly (Omit<StoredRow, 'place' | 'source' | 'key' | 'sha256'> & { readonly package_id: number })[];
  readonly facts: readonly StoredFacts[];
  readonly rejected: readonly string[];
}

interface StoredFacts {
  readonly id: number;
  readonly key: string;
  readonly sha256: string;
  readonly summary: string | null;
  readonly severity: Severity | 'none' | null;
  /** As PostgreSQL writes it in JSON. */
  readonly modified: string;
  readonly redated: string | null;
}

function itemOf({ modified, redated, ...facts }: StoredFacts): OsvItem {
  return osvItemOf({
    ...facts,
    modified: new Date(modified),
    redated: redated === null ? null : new Date(redated),
  });
}

function entriesOf({ rows, facts, rejected, ...links }: StoredEntries, packages: readonly NamedPackage[]): OsvEntries {
  const source = sourceNumber('osv');
  const factsOf = new Map(facts.map((one) => [one.id, one]));
  const packageOf = new Map(packages.map((one) => [one.id, one]));
  return {
    rows: rows.flatMap((row) => {
      const [known, of] = [factsOf.get(row.record_id), packageOf.get(row.package_id)];
      if (known === undefined || of === undefined) return [];
      return readEntry({ ...row, source, key: known.key, sha256: known.sha256 }, of) ?? [];
    }),
    items: new Map(facts.map((one) => [one.key, itemOf(one)])),
    links: readLinksOf(links, new Map(facts.map(({ id, key }) => [id, key]))),
    rejected,
  };
}
