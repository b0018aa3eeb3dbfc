import type { SourceId } from '@almanac/contract';
import { qualityFigures } from '@almanac/core/figures';
import { qualityRows } from '../../queries/aggregates/data-quality.ts';
import { loadEcosystemStats } from '../../queries/aggregates/ecosystem-stats.ts';
import { fixRates } from '../../queries/aggregates/fix-rate.ts';
import { loadGraphStats } from '../../queries/aggregates/graph-stats.ts';
import { healthCounts } from '../../queries/aggregates/health-counts.ts';
import { loadSeverityBreakdown } from '../../queries/aggregates/severity-breakdown.ts';
import type { Db } from '../../store/database.ts';
import type { Computing } from './computing.ts';
import { fixEstimates, fixTimes } from './fix-times.ts';
import { judgeOpenCves } from './open-verdicts.ts';
import { computeRebuildImpact } from './rebuild-impact.ts';
import { trackerFixes } from './tracker-fixes.ts';

export type AggregateName =
  | 'ecosystem-stats'
  | 'severity-breakdown'
  | 'fix-rate'
  | 'time-to-fix'
  | 'fix-etas'
  | 'open-verdicts'
  | 'package-health'
  | 'graph-stats'
  | 'rebuild-impact'
  | 'data-quality';

/** Figures over everything that is stored. */
export interface Aggregate {
  readonly name: AggregateName;
  /** Raised with every change of what is counted or of its form: values of another version are not served. */
  readonly version: number;
  /** Whose records it is counted from: it is computed anew when one of them has brought something. */
  readonly sources: readonly SourceId[];
  /** Without what these say there is nothing to count: not before they have been read. */
  readonly needs?: readonly SourceId[];
  /** Of what takes long: it is not computed anew before so many milliseconds have passed, and then with the next change. */
  readonly restMs?: number;
  readonly compute: (db: Db, given: Computing) => Promise<object>;
}

const VULNERABILITIES: readonly SourceId[] = ['cve_list_v5', 'nvd', 'osv', 'advisory'];
/** Issues come from the tracker; what their CVEs are rated, from the others. */
const TRACKER: readonly SourceId[] = ['nixpkgs', ...VULNERABILITIES];

/** Every aggregate, in the order in which they are computed: the quick ones first. */
export const AGGREGATES: Readonly<Record<AggregateName, Aggregate>> = {
  'ecosystem-stats': {
    name: 'ecosystem-stats',
    version: 2,
    sources: VULNERABILITIES,
    compute: loadEcosystemStats,
  },
  'severity-breakdown': {
    name: 'severity-breakdown',
    version: 2,
    sources: VULNERABILITIES,
    compute: loadSeverityBreakdown,
  },
  'fix-rate': {
    name: 'fix-rate',
    version: 2,
    sources: [...VULNERABILITIES, 'nixpkgs', 'channels'],
    async compute(db) {
      const tracker = await trackerFixes(db);
      const trackerReason = tracker === null ? 'No issues are tracked.' : null;
      return { ...(await fixRates(db)), tracker, trackerReason };
    },
  },
  'time-to-fix': {
    name: 'time-to-fix',
    version: 2,
    sources: TRACKER,
    needs: ['nixpkgs'],
    compute: fixTimes,
  },
  'fix-etas': {
    name: 'fix-etas',
    version: 2,
    sources: TRACKER,
    needs: ['nixpkgs'],
    compute: fixEstimates,
  },
  'graph-stats': {
    name: 'graph-stats',
    version: 1,
    sources: [...VULNERABILITIES, 'dependencies'],
    compute: loadGraphStats,
  },
  'rebuild-impact': {
    name: 'rebuild-impact',
    version: 1,
    sources: ['dependencies'],
    needs: ['dependencies'],
    compute: computeRebuildImpact,
  },
  'open-verdicts': {
    name: 'open-verdicts',
    version: 1,
    sources: [...TRACKER, 'nvd_overrides', 'packages'],
    needs: ['nixpkgs'],
    restMs: 900_000,
    compute: judgeOpenCves,
  },
  'package-health': {
    name: 'package-health',
    version: 2,
    sources: ['packages', ...TRACKER, 'nvd_overrides', 'epss', 'kev', 'repology'],
    needs: ['packages'],
    restMs: 3_600_000,
    compute: healthCounts,
  },
  'data-quality': {
    name: 'data-quality',
    version: 2,
    sources: ['cve_list_v5', 'cve_services', 'nvd', 'osv', 'advisory', 'kev'],
    async compute(db) {
      const { graded, missing, conflicts } = await qualityRows(db);
      return qualityFigures(graded, missing, conflicts);
    },
  },
};
