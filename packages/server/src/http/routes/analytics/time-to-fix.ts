import { getTimeToFix, type TimeToFix } from '@almanac/contract';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { route } from '../../route.ts';

export const timeToFix = route(getTimeToFix, (deps) => computedFigures<TimeToFix>(deps, 'time-to-fix'));
