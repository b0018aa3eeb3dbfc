import { getVulns } from '@almanac/contract';
import { vulnsAnswer } from '../../../app/packages/vulns.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import { route } from '../../route.ts';

/** From what is stored, now or as it was known at a past instant. */
export const vulns = route(getVulns, (deps, { params, query: { version, at, cve } }) =>
  vulnsAnswer(
    deps,
    { package: params.package, version: version ?? null },
    {
      at: at === undefined ? null : pastInstant('at', at, deps.now()),
      vulnerability: cve === undefined ? undefined : new Set([cve]),
    },
  ),
);
