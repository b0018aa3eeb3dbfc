import { hash } from 'node:crypto';
import type { CollectionFact, FoundAssertion, RecordFact } from '@almanac/core/matching';
import { type FixedVersion, namesFix, subjectsOf, trackedFix } from '@almanac/core/tracker';
import { turns } from '../../platform/in-slices.ts';
import { cveStatements } from '../../queries/cve-statements.ts';
import type { Documents } from '../../queries/documents.ts';
import type { TrackerIssue } from '../../queries/tracker-issues.ts';
import type { Db } from '../../store/database.ts';
import { collectionFacts } from '../judging/collection-facts.ts';
import { readRecordFacts } from '../judging/read-record-facts.ts';

/** Names that are looked up together, and issues of which the records are read together. */
const AT_ONCE = 100;

/** Fixes by the number of the issue, each with the hash of all that it was judged from. */
export type KnownFixes = ReadonlyMap<number, { readonly from: string; readonly fix: FixedVersion | null }>;

/** The fixed version of each of these issues, now or as it was known at an instant. What `before` has is judged again only where it changed. */
export async function trackedFixes(
  db: Db,
  documents: Documents,
  issues: readonly TrackerIssue[],
  { at = null, before }: { readonly at?: Date | null; readonly before?: KnownFixes | undefined } = {},
): Promise<KnownFixes> {
  const stated = await cveStatements(db, [...new Set(issues.flatMap(subjectsOf))], at);
  const statements = new Map([...stated].map(([cve, { found }]) => [cve, found]));
  const fixable = issues.filter((issue) => subjectsOf(issue).some((cve) => stated.has(cve)));
  const collection = await collectionOf(db, [...new Set(fixable.flatMap(({ packages }) => packages))], at);
  const fixes = new Map<number, { from: string; fix: FixedVersion | null }>();
  const changed: { readonly issue: TrackerIssue; readonly from: string }[] = [];
  for (const issue of fixable) {
    const texts = subjectsOf(issue).map((cve) => [cve, stated.get(cve)?.text]);
    const entries = issue.packages.map((name) => [name, collection.get(name)]);
    const from = hash('sha256', JSON.stringify([texts, entries]));
    const known = before?.get(issue.number);
    if (known?.from === from) fixes.set(issue.number, known);
    else changed.push({ issue, from });
  }
  const turn = turns();
  for (let start = 0; start < changed.length; start += AT_ONCE) {
    const some = changed.slice(start, start + AT_ONCE);
    const cves = new Set(some.flatMap(({ issue }) => subjectsOf(issue)));
    const records = await recordsOf(db, documents, { statements, cves, at });
    for (const { issue, from } of some) {
      fixes.set(issue.number, { from, fix: trackedFix(issue, { statements, records, collection }) });
      await turn();
    }
  }
  return fixes;
}

interface WantedRecords {
  readonly statements: ReadonlyMap<string, readonly FoundAssertion[]>;
  readonly cves: ReadonlySet<string>;
  readonly at: Date | null;
}

/** What the records of these CVEs say besides packages, where one of them names a fix: only there may be said which product it is for. */
async function recordsOf(
  db: Db,
  documents: Documents,
  { statements, cves, at }: WantedRecords,
): Promise<ReadonlyMap<string, readonly RecordFact[]>> {
  const idsOf = new Map(
    [...cves].flatMap((cve) => {
      const found = statements.get(cve) ?? [];
      return namesFix(found) ? [[cve, [cve].concat(found.map(({ assertion }) => assertion.record.id))]] : [];
    }),
  );
  const ids = new Set([...idsOf.values()].flat());
  const read = Map.groupBy(
    await readRecordFacts(db, documents, [...ids], at === null ? null : { at, clock: 'known' }),
    ({ id }) => id,
  );
  return new Map([...idsOf].map(([cve, own]) => [cve, [...new Set(own)].flatMap((id) => read.get(id) ?? [])]));
}

async function collectionOf(
  db: Db,
  names: readonly string[],
  at: Date | null,
): Promise<ReadonlyMap<string, readonly CollectionFact[]>> {
  const collection = new Map<string, readonly CollectionFact[]>();
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    const facts = await collectionFacts(
      db,
      some.map((name) => ({ package: name, version: null })),
      at,
    );
    some.forEach((name, i) => collection.set(name, facts[i]?.facts ?? []));
  }
  return collection;
}
