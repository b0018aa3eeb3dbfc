import { type DataQuality, getDataQuality } from '@almanac/contract';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { route } from '../../route.ts';

export const dataQuality = route(getDataQuality, (deps) => computedFigures<DataQuality>(deps, 'data-quality'));
