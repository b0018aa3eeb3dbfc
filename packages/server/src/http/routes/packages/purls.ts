import { type PurlAnswer, postPurls } from '@almanac/contract';
import type { Deps } from '../../../app/deps.ts';
import { ApiError } from '../../../app/errors.ts';
import { PACKAGE_SOURCES } from '../../../app/judging/gather-facts.ts';
import { packageCoverage, statesByEcosystem } from '../../../app/packages/coverage.ts';
import type { ExactQuestion } from '../../../app/packages/exact-facts.ts';
import { judgePackages, type MatchDeps } from '../../../app/packages/judge-packages.ts';
import { matchExact } from '../../../app/packages/match-exact.ts';
import { briefResult } from '../../../app/packages/purl-brief.ts';
import { type PurlQuestion, purlQuestion } from '../../../app/packages/purl-question.ts';
import { nextTurn } from '../../../platform/in-slices.ts';
import { route } from '../../route.ts';

/** Purls that are looked up together: to match as many takes some fifty milliseconds, in which nobody else has a turn. */
const AT_ONCE = 100;
/** Packages of the collection take more questions to the database. */
const MOST_OF_COLLECTION = 100;

type Brief = Pick<PurlAnswer, 'verdict' | 'verdictReason' | 'unknownReasons' | 'total' | 'matches'>;

/** What `/purl` answers for each, in brief. One that is no purl, or that nobody covers, does not fail the others. */
export const purls = route(
  postPurls,
  async (deps, { body }) => {
    const asked = new Map(body.purls.map((text) => [text, purlQuestion(text)]));
    const answers = new Map<string, Brief>();
    await answerExact(deps, asked, answers);
    await answerCollection(deps, asked, answers);
    const { coverage, asOf } = await packageCoverage(deps, PACKAGE_SOURCES);
    const results = body.purls.map((text) => answerOf(text, asked.get(text), answers.get(text)));
    return { data: { results }, envelopeFields: { coverage, asOf } };
  },
  ({ body: { purls: given } }) => ({ rate: 'general', weight: Math.floor(given.length / 100) }),
);

type Asked = ReadonlyMap<string, PurlQuestion>;

async function answerExact(
  deps: Pick<Deps, 'databases' | 'evaluated' | 'signal' | 'sourceStates'>,
  asked: Asked,
  answers: Map<string, Brief>,
): Promise<void> {
  const exact = [...asked].flatMap(([text, { question }]): { text: string; question: ExactQuestion }[] =>
    question?.ecosystem == null ? [] : [{ text, question: { ...question, ecosystem: question.ecosystem } }],
  );
  const states = await statesByEcosystem(
    deps,
    exact.map(({ question }) => question.ecosystem),
  );
  for (let from = 0; from < exact.length; from += AT_ONCE) {
    const page = exact.slice(from, from + AT_ONCE);
    const found = await deps.databases.readWithFallback((db) =>
      matchExact(
        db,
        page.map(({ question }) => question),
        ({ ecosystem }) => states.get(ecosystem) ?? [],
        { signal: deps.signal, evaluated: deps.evaluated },
      ),
    );
    page.forEach(({ text }, i) => {
      const one = found[i];
      if (one === undefined) return;
      answers.set(text, briefResult(one.result));
    });
    // Others get their turn between two pages.
    await nextTurn();
  }
}

async function answerCollection(deps: MatchDeps, asked: Asked, answers: Map<string, Brief>): Promise<void> {
  const named = [...asked].flatMap(([text, { question }]) =>
    question === null || question.ecosystem != null ? [] : [{ text, question }],
  );
  if (named.length > MOST_OF_COLLECTION) {
    throw new ApiError('BODY_INVALID', `Member 'purls': at most ${MOST_OF_COLLECTION} of type nix at once`, {
      hint: 'Send the others in requests of their own.',
    });
  }
  const questions = named.map(({ question }) => question);
  let place = 0;
  for await (const { result } of judgePackages(deps, questions, { at: null })) {
    const text = named[place]?.text;
    place += 1;
    if (text !== undefined) answers.set(text, briefResult(result));
  }
}

function answerOf(purl: string, asked: PurlQuestion | undefined, brief: Brief | undefined): PurlAnswer {
  const nothing = { verdict: 'unknown', unknownReasons: ['not_covered' as const], total: 0 } as const;
  if (asked === undefined || asked.parsed === null) {
    const problem = asked?.problem ?? 'it was not read';
    return {
      purl,
      status: 'invalid',
      problem,
      ...nothing,
      unknownReasons: ['not_covered'],
      matches: [],
      verdictReason: problem,
    };
  }
  const { ecosystem, package: name, version, reason } = asked.parsed;
  const about = { ecosystem, package: name, version: version ?? 'any' };
  if (brief !== undefined) return { purl, status: 'ok', ...about, ...brief };
  const problem = reason ?? 'no source covers it';
  return {
    purl,
    status: 'not_covered',
    problem,
    ...about,
    ...nothing,
    unknownReasons: ['not_covered'],
    matches: [],
    verdictReason: problem,
  };
}
