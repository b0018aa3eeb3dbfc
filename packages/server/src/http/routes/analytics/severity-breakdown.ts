import { getSeverityBreakdown, type SeverityBreakdown } from '@almanac/contract';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { route } from '../../route.ts';

export const severityBreakdown = route(getSeverityBreakdown, (deps) =>
  computedFigures<SeverityBreakdown>(deps, 'severity-breakdown'),
);
