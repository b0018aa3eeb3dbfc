import type { CoverageRow, PurlResult, Verdict } from '@almanac/contract';
import { againstWords, evidenceName, evidenceWords } from '@almanac/core/explain';
import type { MatchProof } from '@almanac/core/matching';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import { count, counted, foreign, make } from './dom.ts';
import { coverageWords } from './view-coverage.ts';

/** What `GET /purl/:purl` answers. */
export interface ProofAnswer {
  readonly data: PurlResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly coverage: readonly CoverageRow[];
  readonly asOf: string | null;
}

/** Matches and pieces of evidence that are shown; the answer as JSON has all of them. */
const MATCHES = 50;
const EVIDENCE = 5;

/** Why the verdict is what it is: what was evaluated for the version, by whom, and what would change it. */
export function proofElement(answer: ProofAnswer, address: string): HTMLElement {
  const { data, verdict, verdictReason, coverage, asOf } = answer;
  const matches = [...data.matches.map(({ cve, ...match }) => ({ id: cve, ...match })), ...(data.otherMatches ?? [])];
  return make(
    'div',
    {},
    make('p', {}, make('strong', {}, VERDICT_WORDS[verdict]), ': ', foreign(verdictReason)),
    evaluated(data),
    ...matches
      .slice(0, MATCHES)
      .map(({ id, title, proof }) =>
        make(
          'section',
          {},
          make(
            'h3',
            {},
            make('a', { href: `/${encodeURIComponent(id)}` }, id),
            title === id ? '' : foreign(` ${title}`),
          ),
          proof === undefined ? null : reasons(proof as unknown as MatchProof),
        ),
      ),
    matches.length > MATCHES ? make('p', {}, `${count(matches.length - MATCHES)} more matches are in the JSON.`) : null,
    make('p', {}, coverageWords({ coverage: [...coverage], asOf })),
    make('p', {}, make('a', { href: address }, 'The same as JSON')),
  );
}

function evaluated({ evaluated: sums }: PurlResult): HTMLElement | null {
  if (sums === undefined) return null;
  const { records, affected, notAffected, unknown } = sums;
  const words = `${counted(records, 'record')} evaluated for the version: ${count(affected)} affected, ${count(notAffected)} not affected, ${count(unknown)} undecided.`;
  return make('p', {}, words);
}

function reasons({ reason, evidence, against, overturn }: MatchProof): HTMLElement {
  const list = make('dl', { class: 'proof' }, make('dt', {}, 'Confidence'), make('dd', {}, foreign(reason)));
  for (const each of evidence.slice(0, EVIDENCE)) {
    list.append(
      make('dt', {}, foreign(evidenceName(each)), bytes(each.sha256)),
      make('dd', {}, foreign(evidenceWords(each))),
    );
  }
  for (const each of against.slice(0, EVIDENCE)) {
    list.append(make('dt', {}, 'Against'), make('dd', {}, foreign(againstWords(each))));
  }
  list.append(make('dt', {}, 'What would overturn it'), make('dd', {}, foreign(overturn)));
  return list;
}

function bytes(sha256: string | null): HTMLElement | string {
  return sha256 === null
    ? ''
    : make('span', {}, ' ', make('a', { href: `/api/v1/evidence/${encodeURIComponent(sha256)}` }, 'bytes'));
}
