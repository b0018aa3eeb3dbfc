import type { MatchFacts } from '../facts.ts';
import { judgePackage, type MatchResult, matchesOf } from '../match-package.ts';

/** Ids whose records are read for one question, those of the strongest matches first. */
const MAX_IDS = 10_000;

/**
 * Lists the ids of every vulnerability that may match: the references of a record that has only its name in common with the package may
 * say that it is about the package. Of too many, those of the strongest matches come first, then those of what was cleared.
 */
export function possibleIds(facts: Omit<MatchFacts, 'records' | 'sources'>, maxIds = MAX_IDS): string[] {
  const ids = statedIds(facts);
  const stated = { ...facts, records: [], sources: [] };
  // What only the collection or its tracker speaks of has no entry.
  const { vulnerabilities } = judgePackage({ ...stated, found: [] });
  for (const { gathered } of vulnerabilities) for (const id of gathered.ids) ids.add(id);
  if (ids.size <= maxIds) return [...ids];
  const strongest = strongestIds(matchesOf(stated, judgePackage(stated)));
  return [...strongest.union(ids)].slice(0, maxIds);
}

/** Lists the ids of the vulnerabilities that live entries are about. */
function statedIds({ aliases, covers, found }: Pick<MatchFacts, 'aliases' | 'covers' | 'found'>) {
  const groupOf = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group.ids] as const)));
  const ids = new Set<string>();
  for (const { assertion } of found) {
    if (assertion.withdrawn) continue;
    const { id } = assertion.record;
    for (const own of [id, ...(covers?.get(id) ?? [])]) for (const each of groupOf.get(own) ?? [own]) ids.add(each);
  }
  return ids;
}

function strongestIds({ matches, otherMatches, cleared }: MatchResult): Set<string> {
  return new Set([...matches, ...otherMatches, ...cleared].flatMap(({ id, aliases }) => aliases.concat(id)));
}
