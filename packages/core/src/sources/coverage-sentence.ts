import { sourceName } from './source-name.ts';

/** One source of an answer, and whether it could be relied on. */
export interface CoverageState {
  readonly source: string;
  readonly state: 'ok' | 'stale' | 'unreachable' | 'disabled' | 'not_configured' | 'not_covered';
}

const STATES: Readonly<Record<CoverageState['state'], string>> = {
  ok: 'up to date',
  stale: 'out of date',
  unreachable: 'unavailable',
  disabled: 'disabled',
  not_configured: 'not enabled',
  not_covered: 'does not cover it',
};

/** `not checked in time` */
export function formatSourceState(state: CoverageState['state']): string {
  return STATES[state];
}

/** `All 8 sources are up to date.` or `7 of 8 sources are up to date. NVD: not checked in time.` */
export function coverageSentence(coverage: readonly CoverageState[]): string {
  const late = coverage.filter(({ state }) => state !== 'ok');
  const [only] = coverage;
  if (only === undefined) return 'No sources were consulted.';
  if (late.length === 0) {
    return coverage.length === 1
      ? `${sourceName(only.source)} is up to date.`
      : `All ${coverage.length} sources are up to date.`;
  }
  const names = late.map(({ source, state }) => `${sourceName(source)}: ${STATES[state]}`);
  return `${coverage.length - late.length} of ${coverage.length} sources are up to date. ${names.join('; ')}.`;
}
