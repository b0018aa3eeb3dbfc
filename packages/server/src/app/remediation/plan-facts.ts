import type { MatchFacts } from '@almanac/core/matching';
import { factsByShard } from '@almanac/core/snapshots';
import { packMark } from '../../projections/pack-name.ts';
import type { Db } from '../../store/database.ts';
import type { Effort } from '../judging/effort.ts';
import { packAsked } from '../packages/judge-packs.ts';
import { loadPacks } from '../packages/packs.ts';

/** A package of a registry or a distribution, by the name that it has there. */
export interface ExactPackage {
  readonly ecosystem: string;
  readonly name: string;
}

/**
 * Everything that is known of packages, in their order, whatever the version: what does not hold for the current one may hold for the
 * version after it. Of a rejected CVE what others still publish is possible at best.
 */
export async function planFacts(
  db: Db,
  packages: readonly ExactPackage[],
  { evaluated }: Effort,
): Promise<readonly Omit<MatchFacts, 'sources'>[]> {
  const questions = packages.map(({ ecosystem, name }) => ({ package: name, version: null, ecosystem }));
  const byName = Map.groupBy(questions, (question) => packMark(packAsked(question)));
  const facts = new Map<object, Omit<MatchFacts, 'sources'>>();
  for await (const { name, shard } of loadPacks(db, questions.map(packAsked))) {
    for (const question of byName.get(packMark(name)) ?? []) {
      const known = factsByShard(shard, question);
      evaluated?.(known.found.length);
      facts.set(question, known);
    }
  }
  return questions.flatMap((question) => facts.get(question) ?? []);
}
