import { getPackageHealth, type PackageHealth } from '@almanac/contract';
import { HEALTH_WEIGHTS } from '@almanac/core/health';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { namedHealth } from '../../../app/health/named-health.ts';
import type { HealthCounts } from '../../../queries/aggregates/health-counts.ts';
import { packageHealths } from '../../../queries/package-healths.ts';
import { route } from '../../route.ts';

/** A page of what the worker has judged, or what goes by one name. */
export const packageHealth = route(getPackageHealth, async (deps, { query: { package: name, page, limit } }) => {
  const { data, envelopeFields } = await computedFigures<HealthCounts>(deps, 'package-health');
  const { computedAt, ...listed } = data;
  const about = { weights: { ...HEALTH_WEIGHTS }, listed, computedAt, page, pageSize: limit };
  if (name === undefined) {
    const packages = await deps.databases.readWithFallback((db) => packageHealths(db, page, limit));
    return { data: { packages: [...packages], ...about, total: listed.packages }, envelopeFields };
  }
  const found = await deps.databases.readWithFallback((db) => namedHealth(db, deps.documents, name, deps.now()));
  const packages = found.slice((page - 1) * limit, page * limit);
  return {
    data: { packages, ...about, total: found.length },
    envelopeFields: { ...envelopeFields, ...verdictOf(name, found) },
  };
});

/** The score speaks of care, not of safety: that nothing is known to be open is no verdict. */
function verdictOf(name: string, found: readonly PackageHealth[]) {
  const worst = found.find(({ verdict }) => verdict === 'affected');
  if (worst === undefined) {
    const reason =
      found.length === 0 ? `no channel that is read carries ${name}` : `nothing is known to be open in ${name}`;
    return { verdict: 'unknown' as const, verdictReason: `${reason}; GET /api/v1/vulns/ has what may match` };
  }
  const first = worst.components.vulnerabilities.inputs.vulnerabilities.find(({ basis }) => basis !== 'tracker');
  const which = worst.version === null ? worst.package : `${worst.package} ${worst.version}`;
  return { verdict: 'affected' as const, verdictReason: `${first?.id ?? 'a vulnerability'} is open in ${which}` };
}
