import { getVulns } from '@almanac/contract';
import { findEcosystemGaps } from '@almanac/core/purl';
import { refuseUnknown } from '../../../app/packages/osv-query.ts';
import { vulnsAnswer } from '../../../app/packages/vulns.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import { route } from '../../route.ts';

/** From what is stored, now or as it was known at a past instant. */
export const vulns = route(getVulns, async (deps, { params, query: { version, ecosystem, at, cve, limit } }) => {
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  return vulnsAnswer(
    deps,
    {
      package: params.package,
      version: version ?? null,
      ecosystem: ecosystem ?? null,
      gaps: ecosystem === undefined ? [] : findEcosystemGaps(ecosystem),
    },
    {
      at: at === undefined ? null : pastInstant('at', at, deps.now()),
      vulnerability: cve === undefined ? undefined : new Set([cve]),
    },
    { from: 0, count: limit },
  );
});
