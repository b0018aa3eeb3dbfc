import { postPrValidate } from '@almanac/contract';
import { runCheck } from '../../../app/pull-requests/run-check.ts';
import { documentRoute } from '../../route.ts';

export const prValidate = documentRoute(postPrValidate, (deps, { query, body }, context) =>
  runCheck(deps, body, query.format === 'sarif' ? 'sarif' : 'findings', context),
);
