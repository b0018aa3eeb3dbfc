import { compareDeciding, type JudgedCve, subjectsOf } from '@almanac/core/tracker';
import { openDocuments } from '../../queries/documents.ts';
import { type TrackerIssue, trackerIssues } from '../../queries/tracker-issues.ts';
import type { AlmanacDatabases, Db } from '../../store/database.ts';
import { collectionVerdicts } from '../cve/collection-verdicts.ts';
import { openSourceStates } from '../sources/source-states.ts';
import type { Computing } from './computing.ts';

/** Judging one CVE takes some 40 ms. Beyond this, the CVEs of the oldest issues stay unknown. */
const MAX_CVES = 5_000;
/** Keeps the places of a CVE that can decide an issue. */
const MAX_PLACES = 20;

/** The channel verdicts of every CVE with an open issue, by CVE. */
export interface KeptVerdicts {
  readonly cves: Readonly<Record<string, JudgedCve>>;
}

/** Judges each CVE with an open issue for the packages that it may concern, as the CVE's own page does. */
export async function judgeOpenCves(db: Db, { computedAt, signal }: Computing): Promise<KeptVerdicts> {
  const databases: Pick<AlmanacDatabases, 'readWithFallback'> = { readWithFallback: (query) => query(db) };
  const sourceStates = openSourceStates(databases, () => computedAt.getTime());
  const deps = { databases, sourceStates, documents: openDocuments(), signal };
  const issues = await trackerIssues(db, 'tracked');
  const namesOf = collectPackageNames(issues);
  const judged: [string, JudgedCve][] = [];
  for (const id of listOpenCves(issues)) {
    signal.throwIfAborted();
    const names = [...(namesOf.get(id) ?? [])];
    const { packages, complete } = await collectionVerdicts(deps, { facts: { id }, tracker: { names } });
    const places = packages.map(({ attribute, channel, version, verdict, unknownReasons }) => ({
      attribute,
      channel,
      version,
      verdict,
      unknownReasons,
    }));
    judged.push([id, { names, complete, places: places.toSorted(compareDeciding(names)).slice(0, MAX_PLACES) }]);
  }
  return { cves: Object.fromEntries(judged) };
}

function listOpenCves(issues: readonly TrackerIssue[]): readonly string[] {
  const open = issues.filter(({ state }) => state === 'open').toSorted((a, b) => b.number - a.number);
  return [...new Set(open.flatMap(subjectsOf))].slice(0, MAX_CVES);
}

/** The packages that issues about a CVE name, closed issues and mere mentions included. */
function collectPackageNames(issues: readonly TrackerIssue[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { cves, relatedCves, packages } of issues) {
    for (const cve of [...cves, ...relatedCves]) {
      const known = names.get(cve) ?? new Set();
      for (const name of packages) known.add(name);
      names.set(cve, known);
    }
  }
  return names;
}
