import { getWeaknessCves } from '@almanac/contract';
import { printCweId } from '@almanac/core/ids';
import { RECORD_SOURCES } from '@almanac/core/records';
import { ApiError } from '../../../app/errors.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { weaknessCves } from '../../../queries/weakness-cves.ts';
import { route } from '../../route.ts';

export const weakness = route(getWeaknessCves, async (deps, { params: { id: cwe }, query: { sort, page, limit } }) => {
  const found = await deps.databases.readWithFallback((db) => weaknessCves(db, { cwe, sort, page, limit }));
  const id = printCweId(cwe);
  if (found === null) throw new ApiError('CWE_UNKNOWN', `No record has ${id}`);
  const cves = found.cves.map(({ published, sources, ...cve }) => ({
    ...cve,
    published: published?.toISOString() ?? null,
    sources: [...sources],
  }));
  return {
    data: { id, cves, total: found.total, page, pageSize: limit },
    envelopeFields: await coverageOf(deps.sourceStates, RECORD_SOURCES),
  };
});
