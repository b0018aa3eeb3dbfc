import type { Coverage } from '@almanac/contract';
import { coverageSentence } from '@almanac/core/sources';
import { make, part } from './dom.ts';

export function showCoverage(coverage: Coverage | null): void {
  const words =
    coverage === null
      ? []
      : [make('p', {}, `${coverageWords(coverage)} `, make('a', { href: '/status' }, 'All sources'))];
  part('coverage', HTMLElement).replaceChildren(...words);
}

export function coverageWords({ coverage, asOf }: Coverage): string {
  const age = asOf === null ? 'Some of it was never checked' : `As of ${asOf.slice(0, 16).replace('T', ' ')} UTC`;
  return `${age}. ${coverageSentence(coverage)}`;
}
