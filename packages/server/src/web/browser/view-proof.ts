import type { Coverage, CoverageRow, PurlResult, Verdict } from '@almanac/contract';
import { againstWords, evidenceName, evidenceWords } from '@almanac/core/explain';
import type { MatchProof } from '@almanac/core/matching';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import { count, counted, foreign, make } from './dom.ts';
import type { ShownMatch } from './snapshot-messages.ts';
import { coverageWords } from './view-coverage.ts';

export interface ProofAnswer {
  readonly data: PurlResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly coverage: readonly CoverageRow[];
  readonly asOf: string | null;
}

/** Limits what is shown; the JSON has everything. */
const MATCHES = 50;
const EVIDENCE = 5;

export interface ShownProof extends Pick<ProofAnswer, 'verdict' | 'verdictReason'> {
  readonly matches: readonly ShownMatch[];
  readonly coverage: Coverage;
  /** Null if not counted. */
  readonly evaluated: PurlResult['evaluated'] | null;
  /** The address of the same proof as JSON; null if there is none. */
  readonly address: string | null;
}

export function proofOfAnswer(
  { data, verdict, verdictReason, coverage, asOf }: ProofAnswer,
  address: string,
): ShownProof {
  const matches = [...data.matches.map(({ cve, ...match }) => ({ id: cve, ...match })), ...(data.otherMatches ?? [])];
  return {
    verdict,
    verdictReason,
    matches: matches.map(({ id, title, proof }) => ({ id, title, proof: proof as unknown as MatchProof | undefined })),
    coverage: { coverage: [...coverage], asOf },
    evaluated: data.evaluated ?? null,
    address,
  };
}

export function proofElement({ matches, verdict, verdictReason, coverage, ...more }: ShownProof): HTMLElement {
  const left = matches.length - MATCHES;
  return make(
    'div',
    {},
    make('p', {}, make('strong', {}, VERDICT_WORDS[verdict]), ': ', foreign(verdictReason)),
    evaluated(more.evaluated),
    ...matches.slice(0, MATCHES).map(matchElement),
    left > 0 ? make('p', {}, `${counted(left, 'more match', 'more matches')} ${restOf(more)}.`) : null,
    make('p', {}, coverageWords(coverage)),
    more.address === null ? null : make('p', {}, make('a', { href: more.address }, 'The same as JSON')),
  );
}

function restOf({ address }: Pick<ShownProof, 'address'>): string {
  return address === null ? 'not shown' : 'in the JSON';
}

function matchElement({ id, title, proof }: ShownMatch): HTMLElement {
  const link = make('a', { href: `/${encodeURIComponent(id)}` }, id);
  const heading = make('h3', {}, link, title === id ? '' : foreign(` ${title}`));
  return make('section', {}, heading, proof === undefined ? null : reasons(proof));
}

function evaluated(sums: ShownProof['evaluated']): HTMLElement | null {
  if (sums == null) return null;
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
