import { postPrValidate } from '@almanac/contract';
import { runCheck } from '../../../app/pull-requests/run-check.ts';
import { rawBodyRoute } from '../../route.ts';

export const prValidate = rawBodyRoute(postPrValidate, (deps, { query, body }, context) =>
  runCheck(deps, body, query.format === 'sarif' ? 'sarif' : 'findings', context),
);
