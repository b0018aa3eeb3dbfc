import type { DataQuality, EcosystemStats, FixRate, SeverityBreakdown, TimeToFix } from '@almanac/contract';
import { type OpenVerdict, type RiskRule, riskRule } from '@almanac/core/tracker';
import { dataQualityFigures } from '../../web/insights/data-quality.ts';
import { ecosystemCounts } from '../../web/insights/ecosystems.ts';
import { type ExploitPressure, exploitPressure } from '../../web/insights/exploit-pressure.ts';
import { fixRateFigures } from '../../web/insights/fix-rate.ts';
import { type Insight, insightOf } from '../../web/insights/page.ts';
import { severityOverTime } from '../../web/insights/severity.ts';
import { timeToFixFigures } from '../../web/insights/time-to-fix.ts';
import type { Figures, Topic } from '../../web/insights/topic.ts';
import { type ComputedFigures, computedFigures } from '../analytics/computed.ts';
import { ecosystemFigures } from '../analytics/ecosystems.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { coverageOf } from '../search/coverage.ts';
import { severityWord } from '../tracker/objects.ts';
import { loadOpenRisks } from '../tracker/risks.ts';
import { RISK_SOURCES } from '../tracker/sources.ts';

/** A topic and how its figures are read. */
interface Source {
  readonly topic: Insight['topic'];
  readonly read: (deps: Deps) => Promise<Insight>;
}

function source<T>(topic: Topic<T>, read: (deps: Deps) => Promise<Figures<T>>): Source {
  return { topic, read: async (deps) => insightOf(topic, await read(deps)) };
}

/** Every topic, in the order of the page. */
export const INSIGHTS: readonly Source[] = [
  source(severityOverTime, (deps) => kept(computedFigures<SeverityBreakdown>(deps, 'severity-breakdown'))),
  source(timeToFixFigures, (deps) => kept(computedFigures<TimeToFix>(deps, 'time-to-fix'))),
  source(fixRateFigures, (deps) => kept(computedFigures<FixRate>(deps, 'fix-rate'))),
  source(exploitPressure, pressure),
  source(dataQualityFigures, (deps) => kept(computedFigures<DataQuality>(deps, 'data-quality'))),
  source<EcosystemStats>(ecosystemCounts, (deps) => kept(ecosystemFigures(deps))),
];

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

async function pressure(deps: Pick<Deps, 'boards' | 'databases' | 'sourceStates'>): Promise<Figures<ExploitPressure>> {
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
