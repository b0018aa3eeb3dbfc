import { getVulns, instantOf } from '@almanac/contract';
import { invalidParameter } from '../../errors.ts';
import { vulnsAnswer } from '../../packages/vulns.ts';
import { route } from '../../route.ts';

/** From what is stored, now or as it was known at a past instant. */
export const vulns = route(getVulns, (deps, { params, query: { version, at, cve } }) =>
  vulnsAnswer(
    deps,
    { package: params.package, version: version ?? null },
    {
      at: at === undefined ? null : past(at, deps.now()),
      vulnerability: cve === undefined ? undefined : new Set([cve]),
    },
  ),
);

/** A bare date means its end, which for today is now. */
function past(at: string, now: number): Date {
  if (Date.parse(at) > now) throw invalidParameter('at', 'lies in the future', 'Give a time up to now.');
  return new Date(Math.min(instantOf(at).getTime(), now));
}
