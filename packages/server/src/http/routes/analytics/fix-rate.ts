import { type FixRate, getFixRate } from '@almanac/contract';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { route } from '../../route.ts';

export const fixRate = route(getFixRate, (deps) => computedFigures<FixRate>(deps, 'fix-rate'));
