import type { DataQuality, EcosystemStats, FixRate, SeverityBreakdown, TimeToFix } from '@almanac/contract';
import { type OpenVerdict, type RiskFacts, type RiskRule, riskRule } from '@almanac/core/tracker';
import { type ComputedFigures, computedFigures } from '../analytics/computed.ts';
import { ecosystemFigures } from '../analytics/ecosystems.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { coverageOf } from '../search/coverage.ts';
import { severityWord } from '../tracker/objects.ts';
import { loadOpenRisks } from '../tracker/risks.ts';
import { RISK_SOURCES } from '../tracker/sources.ts';

/** Figures, or why there are none. */
export type Figures<T> =
  | { readonly data: T; readonly asOf: string | null; readonly missing: null }
  | { readonly data: null; readonly asOf: null; readonly missing: string };

/** The CVEs with an open issue. */
export interface ExploitPressure {
  /** Counts CVEs that affect a channel, by risk rule and severity. */
  readonly bands: ReadonlyMap<RiskRule, ReadonlyMap<string, number>>;
  /** Those that may affect a channel, the worst risk first. */
  readonly unknown: readonly RiskFacts[];
  readonly notAffected: number;
}

/** How the figures of each topic are read. */
export const readFigures = {
  severity: (deps: Deps) => kept(computedFigures<SeverityBreakdown>(deps, 'severity-breakdown')),
  timeToFix: (deps: Deps) => kept(computedFigures<TimeToFix>(deps, 'time-to-fix')),
  fixRate: (deps: Deps) => kept(computedFigures<FixRate>(deps, 'fix-rate')),
  exploitPressure: readPressure,
  dataQuality: (deps: Deps) => kept(computedFigures<DataQuality>(deps, 'data-quality')),
  ecosystems: (deps: Deps) => kept<EcosystemStats>(ecosystemFigures(deps)),
};

/** Figures of the worker; while there are none, the page says so. */
async function kept<T>(figures: Promise<ComputedFigures<T>>): Promise<Figures<T>> {
  try {
    const { data, envelopeFields } = await figures;
    return { data, asOf: envelopeFields.asOf, missing: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_COMPUTED_YET') throw error;
    return { data: null, asOf: null, missing: 'The statistics have not been computed yet.' };
  }
}

async function readPressure(
  deps: Pick<Deps, 'boards' | 'databases' | 'sourceStates'>,
): Promise<Figures<ExploitPressure>> {
  const { coverage, asOf } = await coverageOf(deps.sourceStates, RISK_SOURCES);
  const tracker = coverage.find(({ source: id }) => id === 'nixpkgs');
  if (tracker === undefined || tracker.checkedAt === null) {
    return { data: null, asOf: null, missing: 'The tracker has not been read yet.' };
  }
  const open = await loadOpenRisks(deps, await deps.boards.read());
  const withVerdict = (wanted: OpenVerdict['verdict']) => open.filter(({ verdict }) => verdict.verdict === wanted);
  const bands = new Map<RiskRule, Map<string, number>>();
  for (const { facts } of withVerdict('affected')) {
    const rule = riskRule(facts);
    const severity = severityWord(facts.severity);
    const band = bands.get(rule) ?? new Map<string, number>();
    bands.set(rule, band.set(severity, (band.get(severity) ?? 0) + 1));
  }
  const unknown = withVerdict('unknown').map(({ facts }) => facts);
  return { data: { bands, unknown, notAffected: withVerdict('not_affected').length }, asOf, missing: null };
}
