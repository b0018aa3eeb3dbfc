import { postPrFix } from '@almanac/contract';
import { runCheck } from '../../../app/pull-requests/run-check.ts';
import { documentRoute } from '../../route.ts';

export const prFix = documentRoute(postPrFix, (deps, { body }, context) => runCheck(deps, body, 'fixes', context));
