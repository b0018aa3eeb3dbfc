import type { MatchFacts } from '../facts.ts';
import { judgingPackage, type MatchResult, matchesOf } from '../match-package.ts';

/** Ids whose documents are read for one question, those of the strongest matches first. */
const MOST_DOCUMENTS = 2_000;

/**
 * The ids of what may match, the strongest first, then of what was cleared, then of the vulnerabilities of all other records that may hold
 * for the version: the references of a record that has only its name in common with the package may say that it is about the package.
 */
export function* possibleIds(facts: Omit<MatchFacts, 'records' | 'sources'>): Generator<void, string[]> {
  const stated = { ...facts, records: [], sources: [] };
  const judged = yield* judgingPackage(stated);
  const ids = new Set(judged.vulnerabilities.flatMap(({ gathered }) => gathered.ids));
  if (ids.size >= MOST_DOCUMENTS) return strongestIds(yield* matchesOf(stated, judged));
  const groupOf = new Map(facts.aliases.flatMap((group) => group.ids.map((id) => [id, group.ids] as const)));
  for (const { assertion } of facts.found) {
    yield;
    if (assertion.withdrawn) continue;
    const { id } = assertion.record;
    for (const own of [id, ...(facts.covers?.get(id) ?? [])]) {
      for (const each of groupOf.get(own) ?? [own]) ids.add(each);
    }
    if (ids.size >= MOST_DOCUMENTS) break;
  }
  return [...ids].slice(0, MOST_DOCUMENTS);
}

/** Where not all are read, it matters which. */
function strongestIds({ matches, otherMatches, cleared }: MatchResult): string[] {
  const ids = new Set<string>();
  for (const { id, aliases } of [...matches, ...otherMatches, ...cleared]) {
    for (const each of [id, ...aliases]) ids.add(each);
  }
  return [...ids].slice(0, MOST_DOCUMENTS);
}
