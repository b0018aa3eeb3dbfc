import type { MatchQuestion, MatchResult } from '@almanac/core/matching';
import { nextTurn } from '../../platform/in-slices.ts';
import { statesByEcosystem } from './coverage.ts';
import type { ExactQuestion } from './exact-facts.ts';
import { readsOf } from './exact-reads.ts';
import { judgePackages, type MatchDeps } from './judge-packages.ts';
import { matchExact } from './match-exact.ts';

/** Packages that are looked up together: to match as many takes some fifty milliseconds, in which nobody else has a turn. */
const AT_ONCE = 100;

/** A question under the key by which its asker knows it. */
export type KeyedQuestion<Q extends MatchQuestion = MatchQuestion> = readonly [key: string, question: Q];
export type KeyedResult = readonly [key: string, result: MatchResult];

/**
 * Judges many packages, for `/purls` and `/my`: those with an ecosystem by exact name, a hundred at once, then those of the collection
 * one after the other.
 */
export async function* judgeMany(deps: MatchDeps, questions: readonly KeyedQuestion[]): AsyncGenerator<KeyedResult> {
  const exact = questions.flatMap(([key, question]): KeyedQuestion<ExactQuestion>[] =>
    question.ecosystem == null ? [] : [[key, { ...question, ecosystem: question.ecosystem }]],
  );
  yield* judgeExact(deps, exact);
  const named = questions.filter(([, question]) => question.ecosystem == null);
  const asked = named.map(([, question]) => question);
  let place = 0;
  for await (const { result } of judgePackages(deps, asked, { at: null })) {
    const [key] = named[place] ?? [];
    place += 1;
    if (key !== undefined) yield [key, result];
  }
}

async function* judgeExact(
  deps: MatchDeps,
  questions: readonly KeyedQuestion<ExactQuestion>[],
): AsyncGenerator<KeyedResult> {
  const states = await statesByEcosystem(
    deps,
    questions.map(([, question]) => question.ecosystem),
  );
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const page = questions.slice(from, from + AT_ONCE);
    const found = await deps.databases.readWithFallback((db) =>
      matchExact(
        readsOf(db),
        page.map(([, question]) => question),
        ({ ecosystem }) => states.get(ecosystem) ?? [],
        { signal: deps.signal, evaluated: deps.evaluated },
      ),
    );
    for (const [i, [key]] of page.entries()) {
      const one = found[i];
      if (one !== undefined) yield [key, one.result];
    }
    // Others get their turn between two pages.
    await nextTurn();
  }
}
