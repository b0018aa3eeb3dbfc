import { printPurl } from '../purl/build.ts';
import { purlOfPackage } from '../purl/packages.ts';
import type { Collector } from './collector.ts';
import { boundedText, idsOf, listIn, type Members, members } from './fields.ts';
import { REPORT_LIMITS, type ReportedPackage } from './model.ts';

/** Told by `results`, with the members that osv-scanner alone has. */
export function isOsvScanner(report: Members): boolean {
  if (!Array.isArray(report['results'])) return false;
  const results = report['results'].map(members);
  return results.every((result) => 'packages' in result && 'source' in result);
}

/** Its groups join the ids of one vulnerability, its records name aliases; where there are no groups, each record is one. */
export function readOsvScanner(report: Members, into: Collector): string | null {
  for (const result of listIn(report['results']).map(members)) {
    for (const entry of listIn(result['packages']).map(members)) readEntry(entry, into);
  }
  return null;
}

function readEntry(entry: Members, into: Collector): void {
  const described = members(entry['package']);
  const name = boundedText(described['name']);
  if (name === null) return into.unreadable();
  const named = into.package(packageOf(name, described));
  const records = listIn(entry['vulnerabilities']).map(members);
  const groups = listIn(entry['groups']).map(members);
  const aliasesOf = new Map(records.map(({ id, aliases }) => [id, some(aliases)]));
  const grouped = groups.map(({ ids, aliases }) =>
    idsOf([...some(ids), ...some(aliases), ...some(ids).flatMap((id) => aliasesOf.get(id) ?? [])]),
  );
  const seen = new Set(grouped.flat());
  const alone = records
    .filter(({ id }) => typeof id !== 'string' || !seen.has(id))
    .map(({ id, aliases }) => idsOf([id, ...some(aliases)]));
  for (const ids of [...grouped, ...alone]) {
    if (ids.length === 0) into.unreadable();
    else into.finding({ package: named, ids, ignored: null });
  }
}

/** As many as are read of one vulnerability: a list of millions costs no more. */
function some(value: unknown): readonly unknown[] {
  return listIn(value).slice(0, REPORT_LIMITS.ids);
}

function packageOf(name: string, described: Members): ReportedPackage {
  const version = boundedText(described['version']);
  const ecosystem = boundedText(described['ecosystem']);
  const built = ecosystem === null ? null : purlOfPackage({ ecosystem, name, version }).purl;
  return { name, version, purl: built === null ? null : printPurl(built) };
}
