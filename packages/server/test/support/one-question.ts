import { isDeepStrictEqual } from 'node:util';
import type { SourceId } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import { recordsOfVulnerability } from '../../src/app/judging/records-of-vulnerability.ts';
import { readsOf } from '../../src/app/packages/exact-reads.ts';
import { type OsvReads, osvReads } from '../../src/app/packages/osv-reads.ts';
import { loadAffected } from '../../src/queries/affected-rows.ts';
import { aliasGroupsOf } from '../../src/queries/alias-groups-of.ts';
import { cveEvidence } from '../../src/queries/cve-evidence.ts';
import { osvStated } from '../../src/queries/osv-stated.ts';
import { type NamedPackage, packagesNamed } from '../../src/queries/packages-named.ts';
import { linkedCovers, linkedGroups } from '../../src/queries/record-links.ts';
import { subjectsOfRecords } from '../../src/queries/subjects-of-records.ts';
import { trackerIssues } from '../../src/queries/tracker-issues.ts';
import { upstreamCves } from '../../src/queries/upstream-cves.ts';
import type { Db } from '../../src/store/database.ts';

const sorted = (values: Iterable<unknown>) => Array.from(values, (value) => JSON.stringify(value)).toSorted();
const OSV: readonly SourceId[] = ['osv'];

/** What one question for all says of a CVE otherwise than a question each. */
export async function differencesOfCve(db: Db, id: string): Promise<readonly string[]> {
  const { issues, about } = await cveEvidence(db, id);
  const records = await recordsOfVulnerability(db, [id], null);
  const named = await subjectsOfRecords(db, { ids: records.ids, sources: RECORD_SOURCES, at: null });
  return unequal(id, {
    issues: [issues, await trackerIssues(db, { cve: id })],
    records: [sorted(about.ids), sorted(records.ids)],
    subjects: [sorted(about.subjects), sorted(named.subjects)],
    complete: [
      [about.isEveryRecord, about.isEverySubject],
      [records.complete, named.complete],
    ],
  });
}

/** The same of a package, by its name in every ecosystem. */
export async function differencesOfPackage(db: Db, name: string, version: string | null): Promise<readonly string[]> {
  const stated = await osvStated(db, { name });
  const each = await packagesNamed(db, [{ name }]);
  const own = stated.packages.filter((one) => one.ecosystem !== null && one.name !== '*');
  const asked = own.map((one) => ({ package: one, version }));
  const page = await loadAffected(db, {
    asked,
    sources: RECORD_SOURCES,
    at: null,
    after: 0,
    limit: 2_000,
    links: true,
  });
  const keys = page.rows.map(({ recordKey }) => recordKey);
  const covers = await upstreamCves(db, [...new Set(page.rows.map(({ recordId }) => recordId))], null);
  const ids = new Set([...keys, ...[...covers.values()].flat()]);
  return [
    ...unequal(name, {
      packages: [sorted(stated.packages), sorted(each.packages.flat())],
      covers: [sorted(linkedCovers(page.links, keys) ?? []), sorted(covers)],
      groups: [sorted(linkedGroups(page.links, ids) ?? []), sorted(await aliasGroupsOf(db, [...ids], null))],
    }),
    ...(await differencesOfReads(db, name, own, version)),
  ];
}

async function differencesOfReads(db: Db, name: string, own: readonly NamedPackage[], version: string | null) {
  const stated = await osvStated(db, { name });
  if (stated.entries === null) return [];
  const [one, each] = [osvReads(db, stated), osvReads(db, { ...stated, entries: null })];
  const reads = readsOf(db);
  const asked = own.map((each) => ({ package: each, version }));
  const packageIds = own.map(({ id }) => id);
  const { rows } = await reads.rows({ asked, sources: OSV, at: null }, 2_000, null);
  const keys = [...new Set(rows.map(({ recordKey }) => recordKey))];
  const entries = { ids: keys, sources: OSV, packageIds, at: null };
  const lists = await Promise.all([one, each].map((way) => way.places(stated.packages, null, 50)));
  const shown = lists[0]?.places.map(({ key }) => key) ?? [];
  const items = await Promise.all([one, each].map((way) => way.items(shown)));
  return unequal(name, {
    rows: [sorted((await one.exact.rows({ asked, sources: OSV, at: null }, 2_000, null)).rows), sorted(rows)],
    entries: [sorted((await one.exact.entries(entries)).entries), sorted((await reads.entries(entries)).entries)],
    speakers: [
      sorted((await one.exact.speakers(packageIds, OSV, null)).speakers.keys()),
      sorted((await reads.speakers(packageIds, OSV, null)).speakers.keys()),
    ],
    rejected: [sorted((await one.exact.rejected(keys)).keys()), sorted((await reads.rejected(keys)).keys())],
    places: [placesOf(lists[0]), placesOf(lists[1])],
    items: [shown.map((key) => items[0]?.get(key)), shown.map((key) => items[1]?.get(key))],
  });
}

function placesOf(list: Awaited<ReturnType<OsvReads['places']>> | undefined) {
  return [list?.total, list?.places.map(({ ecosystem, key }) => [ecosystem, key])];
}

function unequal(of: string, pairs: Readonly<Record<string, readonly [unknown, unknown]>>): readonly string[] {
  return Object.entries(pairs).flatMap(([what, [one, each]]) =>
    isDeepStrictEqual(one, each) ? [] : [`${of}: ${what}`],
  );
}

/** Names of packages that OSV has records of, and CVEs, as many as are wanted. */
export async function knownNames(db: Db, most: number) {
  const packages = await db
    .selectFrom('package')
    .select('name')
    .distinct()
    .where('ecosystem', 'is not', null)
    .where('name', '<>', '*')
    .orderBy('name')
    .execute();
  const cves = await db
    .selectFrom('record')
    .select('key')
    .distinct()
    .where('key', 'like', 'CVE-%')
    .orderBy('key')
    .execute();
  return {
    packages: spread(
      packages.map(({ name }) => name),
      most,
    ),
    cves: spread(
      cves.map(({ key }) => key),
      most,
    ),
  };
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, i) => i % step === 0);
}
