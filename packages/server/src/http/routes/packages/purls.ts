import { countRequests, postPurls } from '@almanac/contract';
import type { PackageAdvice } from '@almanac/core/advice';
import { LIST_LIMITS } from '@almanac/core/my-packages';
import { type BriefAnswer, type BriefResult, briefResult, purlAnswer, purlQuestion, toShown } from '@almanac/core/scan';
import { adviseVersions } from '../../../app/advice/advise-versions.ts';
import type { Deps } from '../../../app/deps.ts';
import { ApiError } from '../../../app/errors.ts';
import { PACKAGE_SOURCES } from '../../../app/judging/gather-facts.ts';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { judgeMany, type KeyedQuestion } from '../../../app/packages/judge-many.ts';
import { risksOfMatches, riskWriter } from '../../../app/packages/match-risks.ts';
import { route } from '../../route.ts';

/** Packages of the collection take more questions to the database. */
const MOST_OF_COLLECTION = LIST_LIMITS.collection;

/** What `/purl` answers for each, in brief. One that is no purl, or that nobody covers, does not fail the others. */
export const purls = route(
  postPurls,
  async (deps, { body }) => {
    const asked = new Map(body.purls.map((text) => [text, purlQuestion(text)]));
    const judged = new Map<string, BriefResult>();
    const questions = [...asked].flatMap(([text, { question }]): KeyedQuestion[] =>
      question === null ? [] : [[text, question]],
    );
    refuseTooMany(questions);
    for await (const [text, result] of judgeMany(deps, questions)) judged.set(text, briefResult(result));
    const affected = questions.filter(([text]) => judged.get(text)?.verdict === 'affected');
    const answers = await withRisks(deps, judged, await adviseVersions(deps, affected));
    const { coverage, asOf } = await packageCoverage(deps, PACKAGE_SOURCES);
    const results = body.purls.map((text) =>
      purlAnswer(text, asked.get(text) ?? purlQuestion(text), answers.get(text) ?? null),
    );
    return { data: { results }, envelopeFields: { coverage, asOf } };
  },
  ({ body }) => ({ rate: 'general', weight: countRequests(postPurls.weights, [body.purls.length]) - 1 }),
);

/** All their risks are one question. */
async function withRisks(
  { databases, sourceStates }: Pick<Deps, 'databases' | 'sourceStates'>,
  judged: ReadonlyMap<string, BriefResult>,
  advised: ReadonlyMap<string, PackageAdvice>,
): Promise<ReadonlyMap<string, BriefAnswer>> {
  const all = [...judged.values()].flatMap(({ shown }) => shown);
  const riskOf = await databases.readWithFallback((db) => risksOfMatches(db, all));
  const written = await riskWriter(sourceStates);
  return new Map(
    [...judged].map(([text, { shown, ...brief }]) => {
      const matches = shown.map((match) => ({ ...match.brief, ...written(riskOf(match)) }));
      const advice = advised.get(text);
      return [text, { ...brief, matches, ...(advice === undefined ? {} : { advice: toShown(advice) }) }];
    }),
  );
}

function refuseTooMany(questions: readonly KeyedQuestion[]): void {
  const named = questions.filter(([, { ecosystem }]) => ecosystem == null);
  if (named.length <= MOST_OF_COLLECTION) return;
  throw new ApiError('BODY_INVALID', `Member 'purls': at most ${MOST_OF_COLLECTION} of type nix at once`, {
    hint: 'Split the list.',
  });
}
