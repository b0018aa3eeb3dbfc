import { type GraphStats, getGraphStats } from '@almanac/contract';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { route } from '../../route.ts';

export const graphStats = route(getGraphStats, (deps) => computedFigures<GraphStats>(deps, 'graph-stats'));
