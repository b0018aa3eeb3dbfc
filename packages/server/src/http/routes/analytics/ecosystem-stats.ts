import { getEcosystemStats } from '@almanac/contract';
import { ecosystemFigures } from '../../../app/analytics/ecosystems.ts';
import { route } from '../../route.ts';

export const ecosystemStats = route(getEcosystemStats, ecosystemFigures);
