import type { SourceId } from '@almanac/contract';
import { qualityFigures } from '@almanac/core';
import type { Db } from '../../store/database.ts';
import { qualityRows } from './data-quality.ts';
import { ecosystemStats } from './ecosystem-stats.ts';
import { fixRates } from './fix-rate.ts';
import { severityBreakdown } from './severity-breakdown.ts';
import { trackerFixes } from './tracker-fixes.ts';

export type AggregateName = 'ecosystem-stats' | 'severity-breakdown' | 'fix-rate' | 'data-quality';

/** Figures over everything that is stored. */
export interface Aggregate {
  readonly name: AggregateName;
  /** Raised with every change of what is counted or of its form: values of another version are not served. */
  readonly version: number;
  /** Whose records it is counted from: it is computed anew when one of them has brought something. */
  readonly sources: readonly SourceId[];
  readonly compute: (db: Db) => Promise<object>;
}

const VULNERABILITIES: readonly SourceId[] = ['cve_list_v5', 'nvd', 'osv', 'advisory'];

/** Every aggregate, in the order in which they are computed: the quick ones first. */
export const AGGREGATES: Readonly<Record<AggregateName, Aggregate>> = {
  'ecosystem-stats': {
    name: 'ecosystem-stats',
    version: 1,
    sources: VULNERABILITIES,
    compute: ecosystemStats,
  },
  'severity-breakdown': {
    name: 'severity-breakdown',
    version: 1,
    sources: VULNERABILITIES,
    compute: severityBreakdown,
  },
  'fix-rate': {
    name: 'fix-rate',
    version: 1,
    sources: [...VULNERABILITIES, 'nixpkgs', 'channels'],
    async compute(db) {
      const tracker = await trackerFixes(db);
      const trackerReason = tracker === null ? 'No tracked issue is stored.' : null;
      return { ...(await fixRates(db)), tracker, trackerReason };
    },
  },
  'data-quality': {
    name: 'data-quality',
    version: 1,
    sources: ['cve_list_v5', 'cve_services', 'nvd', 'osv', 'advisory', 'kev'],
    async compute(db) {
      const { graded, missing, conflicts } = await qualityRows(db);
      return qualityFigures(graded, missing, conflicts);
    },
  },
};
