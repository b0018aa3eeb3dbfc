import { groupByKeys } from '@almanac/core/ids';
import {
  cvesOfCollection,
  ecosystemsMeant,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
} from '@almanac/core/matching';
import { coarseBounds, mayInclude } from '@almanac/core/ranges';
import { nextTurn } from '../../platform/in-slices.ts';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { Db } from '../../store/database.ts';
import { loadPacks } from '../packages/packs.ts';
import {
  type GatheredFacts,
  type GatherOptions,
  listSpeakers,
  type MeantPack,
  momentIn,
  packsOf,
} from './gather-facts.ts';
import type { MeaningOf } from './meanings.ts';
import { type PreparedQuestion, prepareQuestions } from './prepare-questions.ts';

/** Everything that a question is judged from of which nothing may hold. */
export interface SettledFacts extends Pick<GatheredFacts, 'ecosystems'> {
  readonly facts: Omit<MatchFacts, 'sources'>;
  /** Of a package that no record names the verdict depends on this alone, and on the states of the sources; null: on more. */
  readonly alike: string | null;
}

export interface SettledQuestion {
  readonly prepared: PreparedQuestion;
  /** Null where something may hold. */
  readonly settled: SettledFacts | null;
}

/**
 * Settles, in their order, the questions by name for which no record, no issue and nothing that the collection says may hold. Most
 * packages of a bill of materials are of these.
 */
export async function settledFacts(
  db: Db,
  questions: readonly MatchQuestion[],
  options: Pick<GatherOptions, 'at' | 'clock'>,
  meaning?: MeaningOf,
): Promise<readonly SettledQuestion[]> {
  const moment = momentIn(options);
  const prepared = await prepareQuestions(db, questions, moment, meaning);
  const known = await findSpeakers(db, prepared, moment);
  return prepared.map((one, place) => {
    const { meant, issues, isCut } = one;
    const { question, collection, context, complete } = meant;
    const speakers = known[place] ?? null;
    if (speakers === null || issues.length > 0 || cvesOfCollection(meant).length > 0) {
      return { prepared: one, settled: null };
    }
    const nothing = { issues: [], found: [], aliases: [], records: [] };
    const facts = { question, collection, ...nothing, speakers, complete: complete && !isCut };
    const ecosystems = ecosystemsMeant(context);
    return {
      prepared: one,
      settled: { facts, ecosystems, alike: speakers.length > 0 ? null : alikeOf(one, ecosystems) },
    };
  });
}

/** What the table of required sources, and the reasons for `unknown`, tell such packages apart by. */
function alikeOf({ meant, isCut }: PreparedQuestion, ecosystems: GatheredFacts['ecosystems']): string {
  const { inCollection, ofLanguage, candidates } = meant.context;
  const isProduct = candidates.every(({ kind }) => kind === 'product');
  return JSON.stringify([ecosystems ?? String(ecosystems), inCollection, ofLanguage, isProduct, meant.complete, isCut]);
}

/**
 * Lists for each question who speaks of its packages; null where a statement may apply to the version. No pack is held longer than it
 * takes to find out.
 */
async function findSpeakers(
  db: Db,
  prepared: readonly PreparedQuestion[],
  moment: Moment | null,
): Promise<readonly (readonly KnownSubject[] | null)[]> {
  const placesOf = groupByKeys(prepared.keys(), (place) => listMarks(prepared[place] as PreparedQuestion));
  const found: (KnownSubject[] | null)[] = prepared.map(() => []);
  const names = prepared.flatMap(({ meant }) => meant.packages.map(toPackName));
  for await (const { name, shard } of loadPacks(db, names, { moment, isWithAliases: true })) {
    const mark = packMark(name);
    for (const place of placesOf.get(mark) ?? []) {
      const { packages, question } = (prepared[place] as PreparedQuestion).meant;
      const packs = packsOf(packages, new Map([[mark, shard]]));
      if (mayApply(packs, question)) found[place] = null;
      else found[place]?.push(...listSpeakers(packages, packs, null));
    }
    await nextTurn();
  }
  return found;
}

function listMarks({ meant }: PreparedQuestion): ReadonlySet<string> {
  return new Set(meant.packages.map((one) => packMark(toPackName(one))));
}

function mayApply(packs: readonly MeantPack[], { version }: MatchQuestion): boolean {
  return packs.some(
    ({ said, isComplete }) => !isComplete || said.some(({ assertion }) => mayInclude(coarseBounds(assertion), version)),
  );
}
