import { getOsv } from '@almanac/contract';
import { osvAnswer } from '../../../app/packages/osv-query.ts';
import { route } from '../../route.ts';

/** From the stored mirror; nothing is asked of the upstream. */
export const osv = route(getOsv, (deps, { params, query }) => {
  const { ecosystem, version, cursor, limit } = query;
  return osvAnswer(deps, { name: params.package, ecosystem, version, cursor, limit });
});
