import { sourceName } from './source-name.ts';

/** One source of an answer, and whether it could be relied on. */
export interface CoverageState {
  readonly source: string;
  readonly state: 'ok' | 'stale' | 'unreachable' | 'disabled' | 'not_configured' | 'not_covered';
}

const STATES: Readonly<Record<CoverageState['state'], string>> = {
  ok: 'up to date',
  stale: 'not checked in time',
  unreachable: 'cannot be read',
  disabled: 'not read yet',
  not_configured: 'not read here',
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
  if (only === undefined) return 'No source was asked.';
  if (late.length === 0) {
    return coverage.length === 1
      ? `${sourceName(only.source)} is up to date.`
      : `All ${coverage.length} sources are up to date.`;
  }
  const names = late.map(({ source, state }) => `${sourceName(source)}: ${STATES[state]}`);
  return `${coverage.length - late.length} of ${coverage.length} sources are up to date. ${names.join('; ')}.`;
}
