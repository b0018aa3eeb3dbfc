import { rejectedRecord } from '@almanac/core/matching';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import type { Db } from '../../store/database.ts';
import type { Effort } from '../judging/effort.ts';
import { type ExactFacts, exactFacts } from '../packages/exact-facts.ts';
import { readsOf } from '../packages/exact-reads.ts';

/** A package of a registry or a distribution, by the name that it has there. */
export interface ExactPackage {
  readonly ecosystem: string;
  readonly name: string;
}

/**
 * Everything that is known of packages, whatever the version: what does not hold for the current one may hold for the version after
 * it. Of a rejected CVE what others still publish is possible at best.
 */
export async function planFacts(
  db: Db,
  packages: readonly ExactPackage[],
  effort: Effort,
): Promise<readonly ExactFacts[]> {
  const questions = packages.map(({ ecosystem, name }) => ({ package: name, version: null, ecosystem }));
  const facts = (await Array.fromAsync(exactFacts(readsOf(db), questions, effort))).flatMap((batch) => batch.facts);
  const cvesOf = facts.map(cvesIn);
  const rejected = await rejectedCves(db, [...new Set(cvesOf.flat())]);
  return facts.map((fact, i) => {
    const own = (cvesOf[i] ?? []).filter((id) => rejected.has(id));
    return Object.assign({}, fact, { records: own.map(rejectedRecord) });
  });
}

/** Of the records themselves, of what they cover, and of their aliases. */
function cvesIn({ found, covers, aliases }: ExactFacts): string[] {
  const own = found.flatMap(({ assertion: { record } }) => (covers?.get(record.id) ?? []).concat(record.id));
  return [...new Set([...own, ...aliases.flatMap(({ ids }) => ids)])].filter((id) => id.startsWith('CVE-'));
}
