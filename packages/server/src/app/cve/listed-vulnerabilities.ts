import { isRebuildRecord } from '@almanac/core/records';
import { type ChosenFields, chooseFields, type StatedRecord } from '@almanac/core/vulnerability';
import { type StatedRow, statedRows } from '../../queries/stated-rows.ts';
import { PASSED_ON_PREFIXES } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';
import { nvdDescriptions } from './nvd-descriptions.ts';

/** What lists show of a vulnerability: the choice of the dossier, made from the tables. */
export interface ListedVulnerability {
  readonly fields: ChosenFields;
  readonly kev: boolean;
  /** The CVE list has records of its ids, and every one is rejected. */
  readonly rejected: boolean;
  /** Somebody other than KEV and EPSS has a record of it. */
  readonly known: boolean;
  /** Every record that it is chosen from may be passed on. */
  readonly isPassedOn: boolean;
}

/**
 * What is chosen for each of these ids. Of a CVE the records are those of its dossier: under the id, by an alias, or as their
 * origin. Any other id means all records of that vulnerability alone. An id of which nothing is known is left out.
 */
export async function listedVulnerabilities(
  db: Db,
  ids: readonly string[],
  /** A CVE that was rejected later was not rejected then. */
  at: Date | null = null,
): Promise<ReadonlyMap<string, ListedVulnerability>> {
  const found = new Map<string, ListedVulnerability>();
  for await (const [id, one] of eachListed(db, ids, at)) found.set(id, one);
  return found;
}

/** The same, one by one. */
export async function* eachListed(
  db: Db,
  ids: readonly string[],
  at: Date | null,
  /** Prefixes of the OSV records that are chosen from; null: all are. */
  prefixes: readonly string[] | null = null,
): AsyncGenerator<readonly [id: string, one: ListedVulnerability]> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    yield* await listedSome(db, ids.slice(from, from + AT_ONCE), at, prefixes);
}

/** Between two pages others have their turn: to choose for one takes some ten milliseconds. */
const AT_ONCE = 500;

const MAY_PASS_ON: ReadonlySet<string> = new Set(PASSED_ON_PREFIXES);

async function listedSome(
  db: Db,
  ids: readonly string[],
  at: Date | null,
  prefixes: readonly string[] | null,
): Promise<ReadonlyMap<string, ListedVulnerability>> {
  const rows = await statedRows(db, ids, at, prefixes);
  const byId = Map.groupBy(rows, ({ vuln }) => vuln);
  const described = await nvdDescriptions(
    db,
    [...byId].filter(isBare).map(([id]) => id),
  );
  return new Map([...byId].map(([id, stated]) => [id, listed(stated, described.get(id) ?? null)]));
}

/** NVD alone has words for it, which no table keeps. */
function isBare([, rows]: readonly [string, readonly StatedRow[]]): boolean {
  return (
    rows.some(({ source }) => source === 'nvd') &&
    !rows.some(({ own, title, description }) => own && (title !== null || description !== null))
  );
}

function listed(rows: readonly StatedRow[], nvdDescription: string | null): ListedVulnerability {
  const records = rows.flatMap(({ own, source, ...row }): StatedRecord[] =>
    own && source !== 'kev' ? [statedRecord(row, source, nvdDescription)] : [],
  );
  const lists = rows.filter(({ source }) => source === 'cve_list_v5');
  const kev = rows.find(({ source }) => source === 'kev');
  return {
    fields: chooseFields({ records, kevName: kev?.title ?? null }),
    kev: kev !== undefined,
    rejected: lists.length > 0 && lists.every(({ withdrawn }) => withdrawn === true),
    known: records.length > 0,
    isPassedOn: rows.every(({ source, id }) => source !== 'osv' || MAY_PASS_ON.has(id.split('-', 1)[0] ?? '')),
  };
}

function statedRecord(
  row: Omit<StatedRow, 'own' | 'source'>,
  source: StatedRecord['source'],
  nvdDescription: string | null,
): StatedRecord {
  const { id, reviewed, title, description, score, vector, severity } = row;
  const rebuild = isRebuildRecord({ id, namesOrigin: row.origin !== null, subjects: row.origin ?? [] });
  const origin = originOf(source, { reviewed, rebuild, rated: vector !== null });
  return {
    source,
    id,
    reviewed,
    rebuild,
    withdrawn: row.withdrawn === true,
    title,
    description: source === 'nvd' ? nvdDescription : description,
    severities: severity === null ? [] : [{ origin, source, vector, score, word: severity }],
    published: row.published?.toISOString() ?? null,
    modified: row.modified?.toISOString() ?? null,
  };
}

/** The tables keep the best that a record says; who of a CVE record's authors said it makes no difference to other records. */
function originOf(
  source: StatedRecord['source'],
  { reviewed, rebuild, rated }: { readonly reviewed: boolean; readonly rebuild: boolean; readonly rated: boolean },
) {
  if (source === 'cve_list_v5') return 'cna';
  if (source === 'nvd') return 'nvd';
  if (!rated) return rebuild ? 'distribution' : 'word';
  return reviewed ? 'reviewed_advisory' : 'osv';
}
