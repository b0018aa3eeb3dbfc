import type { Coverage, CoverageRow } from '@almanac/contract';
import { sourceName } from '@almanac/core/sources';
import { make, part } from './dom.ts';

const STATES: Readonly<Record<CoverageRow['state'], string>> = {
  ok: 'up to date',
  stale: 'not checked in time',
  unreachable: 'cannot be read',
  disabled: 'not read yet',
  not_configured: 'not read here',
  not_covered: 'does not cover it',
};

/** Sources of the answers. */
export function showCoverage(coverage: Coverage | null): void {
  const words =
    coverage === null
      ? []
      : [make('p', {}, `${coverageWords(coverage)} `, make('a', { href: '/status' }, 'All sources'))];
  part('coverage', HTMLElement).replaceChildren(...words);
}

/** In a sentence: how old it is, and how each source stands. */
export function coverageWords({ coverage, asOf }: Coverage): string {
  const age = asOf === null ? 'Some of it was never checked' : `As of ${asOf.slice(0, 16).replace('T', ' ')} UTC`;
  const sources = coverage.map(({ source, state }) => `${sourceName(source)} ${STATES[state]}`);
  return `${age}. Sources: ${sources.join('; ')}.`;
}
