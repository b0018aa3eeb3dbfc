import { isDeepStrictEqual } from 'node:util';
import { RECORD_SOURCES } from '@almanac/core/records';
import { recordsOfVulnerability } from '../../src/app/judging/records-of-vulnerability.ts';
import { loadAffected } from '../../src/queries/affected-rows.ts';
import { loadAliasGroups } from '../../src/queries/alias-groups-of.ts';
import { cveEvidence } from '../../src/queries/cve-evidence.ts';
import { packagesNamed } from '../../src/queries/packages-named.ts';
import { linkedCovers, linkedGroups } from '../../src/queries/record-links.ts';
import { subjectsOfRecords } from '../../src/queries/subjects-of-records.ts';
import { trackerIssues } from '../../src/queries/tracker-issues.ts';
import { upstreamCves } from '../../src/queries/upstream-cves.ts';
import type { Db } from '../../src/store/database.ts';

const sorted = (values: Iterable<unknown>) => Array.from(values, (value) => JSON.stringify(value)).toSorted();

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

/** The same of what records are joined to, for the packages of a name. */
export async function differencesOfPackage(db: Db, name: string): Promise<readonly string[]> {
  const { packages } = await packagesNamed(db, [{ name }]);
  const own = packages.flat().filter((one) => one.ecosystem !== null && one.name !== '*');
  const question = { packages: own, sources: RECORD_SOURCES, at: null, after: 0, limit: 2_000, links: true };
  const page = await loadAffected(db, question);
  const keys = page.rows.map(({ recordKey }) => recordKey);
  const covers = await upstreamCves(db, [...new Set(page.rows.map(({ recordId }) => recordId))], null);
  const ids = new Set([...keys, ...[...covers.values()].flat()]);
  return unequal(name, {
    covers: [sorted(linkedCovers(page.links, keys) ?? []), sorted(covers)],
    groups: [sorted(linkedGroups(page.links, ids) ?? []), sorted(await loadAliasGroups(db, [...ids], null))],
  });
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
