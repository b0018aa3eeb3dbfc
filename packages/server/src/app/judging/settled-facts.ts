import {
  cvesOfCollection,
  ecosystemsMeant,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
} from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import { type AskedVersion, packageStanding } from '../../queries/package-standing.ts';
import { toSubject } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { type GatheredFacts, type GatherOptions, momentIn } from './gather-facts.ts';
import type { MeaningOf } from './meanings.ts';
import { type MeantQuestion, type PreparedQuestion, prepareQuestions } from './prepare-questions.ts';

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
 * Of many questions by name, in their order, the facts of those for which no record, no issue and nothing that the collection says may
 * hold: four queries for all of them, in which no statement is read.
 */
export async function settledFacts(
  db: Db,
  questions: readonly MatchQuestion[],
  options: Pick<GatherOptions, 'at' | 'clock'>,
  meaning?: MeaningOf,
): Promise<readonly SettledQuestion[]> {
  const moment = momentIn(options);
  const prepared = await prepareQuestions(db, questions, moment, meaning);
  const asked: AskedVersion[] = [];
  const placesOf = prepared.map(({ meant: { question, packages } }) =>
    packages.map((one) => asked.push({ package: one, version: question.version }) - 1),
  );
  const standings = await packageStanding(db, asked, RECORD_SOURCES, moment);
  return prepared.map((one, place) => {
    const { meant, issues, isCut } = one;
    const standing = (placesOf[place] ?? []).map((each) => standings[each]);
    const mayHold =
      issues.length > 0 || standing.some((each) => each?.mayHold === true) || cvesOfCollection(meant).length > 0;
    if (mayHold) return { prepared: one, settled: null };
    const { question, collection, context, complete } = meant;
    const speakers = speakersOf(meant, (i) => standing[i]?.speakers ?? []);
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

function speakersOf(
  { packages }: MeantQuestion,
  sourcesOf: (place: number) => readonly string[],
): readonly KnownSubject[] {
  return packages.flatMap((one, i) => {
    const sources = sourcesOf(i);
    return sources.length === 0 ? [] : [{ subject: toSubject(one), sources }];
  });
}
