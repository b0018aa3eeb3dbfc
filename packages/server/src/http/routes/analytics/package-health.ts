import { getPackageHealth, type PackageHealth } from '@almanac/contract';
import { HEALTH_WEIGHTS } from '@almanac/core/health';
import { hasCurrentSources, worstVerdict } from '@almanac/core/matching';
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
  const isCurrent = hasCurrentSources('collection', await deps.sourceStates.read());
  if (name === undefined) {
    const packages = await deps.databases.readWithFallback((db) => packageHealths(db, page, limit));
    return { data: { packages: doubtVerdicts(packages, isCurrent), ...about, total: listed.packages }, envelopeFields };
  }
  const judged = await deps.databases.readWithFallback((db) => namedHealth(db, deps.documents, name, deps.now()));
  const found = doubtVerdicts(judged, isCurrent);
  const packages = found.slice((page - 1) * limit, page * limit);
  return {
    data: { packages, ...about, total: found.length },
    envelopeFields: { ...envelopeFields, ...verdictOf(name, found) },
  };
});

/** While a source is behind, what it does not say proves nothing. */
function doubtVerdicts(packages: readonly PackageHealth[], isCurrent: boolean): PackageHealth[] {
  return packages.map((one) =>
    isCurrent || one.verdict === 'affected' ? one : Object.assign({}, one, { verdict: 'unknown' as const }),
  );
}

function verdictOf(name: string, found: readonly PackageHealth[]) {
  const { verdict } = worstVerdict(found.map((one) => ({ verdict: one.verdict, unknownReasons: [] })));
  const worst = found.find((one) => one.verdict === 'affected');
  if (worst === undefined) {
    const reason = found.length === 0 ? `no channel carries ${name}` : `no open vulnerabilities are known in ${name}`;
    return { verdict, verdictReason: `${reason}; see GET /api/v1/vulns/ for possible matches` };
  }
  const first = worst.components.vulnerabilities.inputs.vulnerabilities.find(({ basis }) => basis !== 'tracker');
  const which = worst.version === null ? worst.package : `${worst.package} ${worst.version}`;
  return { verdict: 'affected' as const, verdictReason: `${first?.id ?? 'a vulnerability'} is open in ${which}` };
}
