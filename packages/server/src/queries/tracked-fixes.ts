import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type CollectionFact, type FixedVersion, subjectsOf, trackedFix } from '@almanac/core';
import type { Db } from '../store/database.ts';
import { collectionFacts } from './collection-facts.ts';
import { cveStatements } from './cve-statements.ts';
import type { TrackerIssue } from './tracker-issues.ts';

/** Names that are looked up together, and issues that are judged before others get their turn. */
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
  let judged = 0;
  for (const issue of fixable) {
    const texts = subjectsOf(issue).map((cve) => [cve, stated.get(cve)?.text]);
    const entries = issue.packages.map((name) => [name, collection.get(name)]);
    const from = hash('sha256', JSON.stringify([texts, entries]));
    const known = before?.get(issue.number);
    if (known?.from === from) {
      fixes.set(issue.number, known);
      continue;
    }
    fixes.set(issue.number, { from, fix: trackedFix(issue, { statements, collection }) });
    judged += 1;
    if (judged % AT_ONCE === 0) await setImmediate();
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
