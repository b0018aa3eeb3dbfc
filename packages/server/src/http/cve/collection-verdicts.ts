import type { CoverageRow } from '@almanac/contract';
import { type CollectionVerdict, isFix, namesOfCve, verdictsInCollection } from '@almanac/core';
import { collectionPackages } from '../../queries/collection-packages.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import type { CveKnowledge } from './cve-facts.ts';

/** What a CVE comes to for the packages of the collection, by what its own records and the tracker say. One small question. */
export async function collectionVerdicts(
  db: Db,
  { facts, tracker }: Pick<CveKnowledge, 'facts' | 'tracker'>,
  coverage: readonly CoverageRow[],
  at: Date | null = null,
): Promise<CollectionVerdict[]> {
  const entries = await collectionPackages(db, namesOfCve(facts), at);
  if (entries.length === 0) return [];
  const sources = coverage.map(({ source, state }) => ({ source, state }));
  const issues = (tracker?.issues ?? []).map(({ issue: { number, title, url, state, cves, packages }, pulls }) => ({
    number,
    title,
    url,
    state,
    cves,
    packages,
    fixed: pulls.some((linked) => isFix(linked) && linked.pull.state === 'merged'),
  }));
  return verdictsInCollection(facts, entries, sources, issues);
}

/** The same with the verdicts, where an issue of the tracker names the CVE: otherwise nothing is asked. */
export async function withVerdicts<K extends CveKnowledge>(
  { databases }: Pick<Deps, 'databases'>,
  knowledge: K,
  coverage: readonly CoverageRow[],
  at: Date | null = null,
): Promise<K> {
  const { tracker } = knowledge;
  if (tracker === null) return knowledge;
  const packages = await databases.readWithFallback((db) => collectionVerdicts(db, knowledge, coverage, at));
  return { ...knowledge, tracker: { ...tracker, packages } };
}
