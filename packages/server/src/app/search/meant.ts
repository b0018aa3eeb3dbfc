import type { getSearch } from '@almanac/contract';
import { readSearchInput } from '@almanac/core/search';
import type { z } from 'zod';

/** The parameters of `/search`. */
export type SearchParameters = z.output<typeof getSearch.query>;

export interface Meant {
  readonly question: SearchParameters;
  /** The number of the issue that the query names. */
  readonly issue: number | null;
  /** It names one thing: another spelling would be another thing. */
  readonly isExact: boolean;
}

/** The question that a query means: an id in its own spelling, a weakness and a package as filters, everything else as words. */
export function meantBy(question: SearchParameters): Meant {
  const input = readSearchInput(question.q ?? '');
  const { q: _q, ...others } = question;
  switch (input.kind) {
    case 'cve':
    case 'advisory':
      return { question: { ...question, q: input.id }, issue: null, isExact: false };
    case 'issue':
      return { question, issue: input.number, isExact: true };
    case 'weakness':
      if (question.cwe !== undefined) break;
      return { question: { ...others, cwe: input.id }, issue: null, isExact: true };
    case 'package': {
      const { name, ecosystem } = input;
      if (ecosystem === null || question.ecosystem !== undefined || question.product !== undefined) {
        return { question: { ...question, q: name }, issue: null, isExact: true };
      }
      const [base] = ecosystem.split(':', 1);
      return { question: { ...others, product: name, ecosystem: base }, issue: null, isExact: true };
    }
    case 'empty':
    case 'words':
      break;
  }
  return { question, issue: null, isExact: false };
}
