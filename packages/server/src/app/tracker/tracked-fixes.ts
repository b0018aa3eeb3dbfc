import { hash } from 'node:crypto';
import type { CollectionFact } from '@almanac/core/matching';
import { type FixedVersion, subjectsOf, trackedFix } from '@almanac/core/tracker';
import { turns } from '../../platform/in-slices.ts';
import { cveStatements } from '../../queries/cve-statements.ts';
import type { TrackerIssue } from '../../queries/tracker-issues.ts';
import type { Db } from '../../store/database.ts';
import { collectionFacts } from '../judging/collection-facts.ts';

/** Names that are looked up together. */
const AT_ONCE = 100;

/** Fixes by the number of the issue, each with the hash of all that it was judged from. */
export type KnownFixes = ReadonlyMap<number, { readonly from: string; readonly fix: FixedVersion | null }>;

/** The fixed version of each of these issues, now or as it was known at an instant. What `before` has is judged again only where it changed. */
export async function trackedFixes(
  db: Db,
  issues: readonly TrackerIssue[],
  { at = null, before }: { readonly at?: Date | null; readonly before?: KnownFixes | undefined } = {},
): Promise<KnownFixes> {
  const stated = await cveStatements(db, [...new Set(issues.flatMap(subjectsOf))], at);
  const statements = new Map([...stated].map(([cve, { found }]) => [cve, found]));
  const fixable = issues.filter((issue) => subjectsOf(issue).some((cve) => stated.has(cve)));
  const collection = await collectionOf(db, [...new Set(fixable.flatMap(({ packages }) => packages))], at);
  const fixes = new Map<number, { from: string; fix: FixedVersion | null }>();
  const turn = turns();
  for (const issue of fixable) {
    const texts = subjectsOf(issue).map((cve) => [cve, stated.get(cve)?.text]);
    const entries = issue.packages.map((name) => [name, collection.get(name)]);
    const from = hash('sha256', JSON.stringify([texts, entries]));
    const known = before?.get(issue.number);
    const fix = known?.from === from ? known : { from, fix: trackedFix(issue, { statements, collection }) };
    fixes.set(issue.number, fix);
    await turn();
  }
  return fixes;
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
