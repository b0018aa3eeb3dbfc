import { beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import type { MatchFacts } from '../../src/matching/facts.ts';
import { matchPackage } from '../../src/matching/match-package.ts';
import { candidatesOf, productName } from '../../src/matching/resolve/candidates.ts';
import { pep503 } from '../../src/names/pep503.ts';
import { CASES, type Case, collectionOf, questionOf, speakersOf } from './cases.ts';
import { type Told, toldOf } from './records.ts';
import { inWords, type Judged, rate, scoreOf } from './score.ts';

describe('the written cases', () => {
  it('are 600 at least, 200 of them by hand, each with its reason and each once', () => {
    const keys = CASES.map(({ ask, version, cve }) => JSON.stringify([ask, version, cve]));

    expect(CASES.length).toBeGreaterThanOrEqual(600);
    expect(CASES.filter(({ kind }) => kind === 'hand').length).toBeGreaterThanOrEqual(200);
    expect(CASES.filter(({ why }) => why.length < 10)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it.each([
  [10, 10, 0.7225, 1],
  [95, 100, 0.8882, 0.9785],
  [0, 10, 0, 0.2775],
])('%i of %i lies between %f and %f', (right, of, from, to) => {
  const { from: low, to: high } = rate(right, of);
  expect([low, high]).toEqual([expect.closeTo(from, 3), expect.closeTo(to, 3)]);
});

describe.skipIf(!hasCorpus)('matching, judged by the written cases', () => {
  let judged: readonly Judged[];
  beforeAll(async () => {
    const told = await toldOf(new Set(CASES.map(({ cve }) => cve)));
    judged = CASES.map((each) => judge(each, told.get(each.cve)));
  }, 120_000);

  it('is precise at each level of confidence, and finds what there is to find', () => {
    const { precision, recall, falseMatches, missed } = scoreOf(judged);
    console.log(
      [
        `${CASES.length} cases, ${CASES.filter(({ kind }) => kind === 'hand').length} by hand`,
        `precision, high:   ${inWords(precision.high)}`,
        `precision, medium: ${inWords(precision.medium)}`,
        `recall, both:      ${inWords(recall)}`,
        ...falseMatches.map((each) => `false ${each.confidence}: ${shown(each)}`),
        ...missed.map((each) => `missed: ${shown(each)}`),
      ].join('\n'),
    );

    expect(precision.high.rate).toBeGreaterThanOrEqual(0.99);
    expect(precision.medium.rate).toBeGreaterThanOrEqual(0.9);
    expect(missed.length).toBeLessThanOrEqual(19);
  });

  it('has a record of the corpus for every case', () => {
    expect(judged.filter(({ because }) => because === NO_RECORD).map(({ case: { cve } }) => cve)).toEqual([]);
  });
});

const NO_RECORD = 'no record in the corpus';

function judge(each: Case, told: Told | undefined): Judged {
  if (told === undefined || told.records.length + told.assertions.length === 0) {
    return { case: each, confidence: null, because: NO_RECORD };
  }
  const facts = factsOf(each, told);
  const { matches, verdict } = matchPackage(facts);
  const match = matches.find(({ cve }) => cve === each.cve);
  if (match === undefined) return { case: each, confidence: null, because: `no match, ${facts.found.length} entries` };
  const { rule, evidence } = match.proof;
  const best = evidence.find((one) => one.kind === 'record');
  const identity = best === undefined ? '' : `, ${best.source} by ${best.identity.rule} ${best.identity.weight}`;
  const because = `${match.status} ${match.confidence} by ${rule}${identity}`;
  // Without a version a match says what to look at; only the verdict could claim that something is affected.
  const claimed = match.status === 'affected' && (each.version !== null || verdict === 'affected');
  return { case: each, confidence: claimed ? match.confidence : null, because };
}

/** As the service asks: only entries of the names that the question may mean are looked up. */
function factsOf(each: Case, told: Told): MatchFacts {
  const question = questionOf(each);
  const collection = collectionOf(each);
  const candidates = candidatesOf(question, collection);
  const products = new Set(candidates.filter(({ kind }) => kind === 'product').map(({ name }) => productName(name)));
  const packages = new Set(candidates.filter(({ kind }) => kind === 'package').map(({ name }) => pep503(name)));
  const found = told.assertions
    .filter(({ subject: { ecosystem, name } }) =>
      ecosystem === null ? products.has(productName(name)) : packages.has(pep503(name)),
    )
    .map((assertion) => ({ assertion, sha256: null }));
  return {
    question,
    collection,
    issues: [],
    found,
    aliases: [{ id: each.cve, ids: [...told.ids].sort() }],
    records: told.records,
    sources: ['cve_list_v5', 'nvd', 'osv'].map((source) => ({ source, state: 'ok' })),
    speakers: [...products].flatMap(speakersOf),
  };
}

function shown({ case: { ask, version, cve, is, kind, why }, because }: Judged): string {
  return `${ask} ${version ?? '(no version)'} ${cve}: is ${is} (${kind}: ${why}); said ${because}`;
}
