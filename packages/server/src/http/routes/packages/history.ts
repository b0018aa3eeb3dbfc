import { getPackageHistory } from '@almanac/contract';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { packageHistory } from '../../../app/packages/history.ts';
import { refuseUnknown } from '../../../app/packages/osv-query.ts';
import { route } from '../../route.ts';

const SOURCES = ['cve_list_v5', 'nvd', 'osv', 'advisory', 'packages'] as const;

export const packageHistoryRoute = route(getPackageHistory, async (deps, { params: { name }, query }) => {
  const { databases } = deps;
  const { ecosystem, page, limit } = query;
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  const { history, ecosystems } = await databases.readWithFallback((db) =>
    packageHistory(db, { name, ecosystem, page, limit }, new Date(deps.now())),
  );
  const where = ecosystem ?? (ecosystems.length === 0 ? undefined : ecosystems);
  const { coverage, asOf } = await packageCoverage(deps, SOURCES, where);
  // No version was asked about, and an empty history is no proof of anything.
  return { data: history, envelopeFields: { verdict: 'unknown' as const, coverage, asOf } };
});
