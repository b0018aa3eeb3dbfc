import { postPrFix } from '@almanac/contract';
import { runCheck } from '../../../app/pull-requests/run-check.ts';
import { rawBodyRoute } from '../../route.ts';

export const prFix = rawBodyRoute(postPrFix, (deps, { body }, context) => runCheck(deps, body, 'fixes', context));
