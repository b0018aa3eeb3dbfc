import { openCorpusWorld } from '../support/corpus/world.ts';
import type { JudgedCase } from './judged-cases.ts';
import { type Answered, answeredOf, pathOf, rateInWords, type Score, scoreOf } from './score.ts';

/** Asks the service about each case, over a slice of the corpus that has every record of its CVEs. */
export async function askedCases(cases: readonly JudgedCase[]): Promise<readonly Answered[]> {
  await using world = await openCorpusWorld({ cves: [...new Set(cases.map(({ cve }) => cve))] });
  const answers: Answered[] = [];
  for (const one of cases) answers.push(answeredOf(one, await world.get(pathOf(one))));
  return answers;
}

/** Rates of each stratum, where there is more than one. */
function strataInWords(answers: readonly Answered[]): string[] {
  const strata = Map.groupBy(answers, (one) => one.case.stratum);
  return [...strata].map(([stratum, own]) => {
    const { high, medium, recall, notAffected, noneKnown } = scoreOf(own);
    const wrong = [notAffected, noneKnown].map(({ right, of }) => `${of - right} of ${of}`);
    return `  ${stratum}: high ${rateInWords(high)}, medium ${rateInWords(medium)}, recall ${rateInWords(recall)}, wrong not_affected ${wrong[0]}, wrong none_known ${wrong[1]}`;
  });
}

export function scoreInWords(
  name: string,
  answers: readonly Answered[],
): { readonly score: Score; readonly text: string } {
  const score = scoreOf(answers);
  const { high, medium, recall, notAffected, noneKnown, counts, rules, misses } = score;
  const text = [
    `${name}: ${answers.length} cases`,
    `precision of affected, high:   ${rateInWords(high)}`,
    `precision of affected, medium: ${rateInWords(medium)}`,
    `recall, high or medium:        ${rateInWords(recall)}`,
    `not_affected, not judged so:   ${notAffected.of - notAffected.right} of ${notAffected.of}`,
    `none_known, not judged so:     ${noneKnown.of - noneKnown.right} of ${noneKnown.of}`,
    ...strataInWords(answers),
    ...[...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => `  ${count} × ${what}`),
    ...[...rules]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, { right, of }]) => `  ${rule}: ${right} of ${of} judged affected`),
    ...misses.map((miss) => `  ${miss}`),
  ].join('\n');
  return { score, text };
}
