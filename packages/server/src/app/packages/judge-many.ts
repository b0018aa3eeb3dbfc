import type { MatchQuestion } from '@almanac/core/matching';
import { nextTurn } from '../../platform/in-slices.ts';
import { statesByEcosystem } from './coverage.ts';
import { judgePackages, type MatchDeps } from './judge-packages.ts';
import { type ExactQuestion, judgeByName, type SetResult } from './judge-packs.ts';

/** Packages that are looked up together. */
const AT_ONCE = 100;

/** A question under the key by which its asker knows it. */
export type KeyedQuestion<Q extends MatchQuestion = MatchQuestion> = readonly [key: string, question: Q];
export type KeyedResult = readonly [key: string, result: SetResult];

/**
 * Judges many packages, for `/purls` and `/my`: those with an ecosystem by exact name, a hundred at once, then those of the collection
 * one after the other.
 */
export async function* judgeMany(deps: MatchDeps, questions: readonly KeyedQuestion[]): AsyncGenerator<KeyedResult> {
  const exact = questions.flatMap(([key, question]): KeyedQuestion<ExactQuestion>[] =>
    question.ecosystem == null ? [] : [[key, { ...question, ecosystem: question.ecosystem }]],
  );
  yield* judgePages(deps, exact);
  const named = questions.filter(([, question]) => question.ecosystem == null);
  const asked = named.map(([, question]) => question);
  let place = 0;
  for await (const { result } of judgePackages(deps, asked, { at: null })) {
    const [key] = named[place] ?? [];
    place += 1;
    if (key !== undefined) yield [key, result];
  }
}

async function* judgePages(
  deps: MatchDeps,
  questions: readonly KeyedQuestion<ExactQuestion>[],
): AsyncGenerator<KeyedResult> {
  const states = await statesByEcosystem(
    deps,
    questions.map(([, question]) => question.ecosystem),
  );
  const { signal, evaluated, databases } = deps;
  const judge = (from: number) => {
    const page = questions.slice(from, from + AT_ONCE).map(([, question]) => question);
    if (page.length === 0) return Promise.resolve(new Map<ExactQuestion, SetResult>());
    const found = databases.readWithFallback((db) =>
      judgeByName(db, page, ({ ecosystem }) => states.get(ecosystem) ?? [], { signal, evaluated }),
    );
    // Told of where it is waited for, or by nobody where a page before has failed.
    found.catch(() => {});
    return found;
  };
  // The database reads for one page while another is judged.
  let next = judge(0);
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const page = next;
    next = judge(from + AT_ONCE);
    const results = await page;
    for (const [key, question] of questions.slice(from, from + AT_ONCE)) {
      const result = results.get(question);
      if (result !== undefined) yield [key, result];
    }
    // Others get their turn between two pages.
    await nextTurn();
  }
}
