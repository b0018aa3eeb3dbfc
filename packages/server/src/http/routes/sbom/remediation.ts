import { postRemediationPlan, type SourceId } from '@almanac/contract';
import type { Deps } from '../../../app/deps.ts';
import { RECORD_SOURCES } from '../../../app/judging/gather-facts.ts';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { shownPlans } from '../../../app/remediation/answer.ts';
import { planCves } from '../../../app/remediation/plan-cves.ts';
import { type Planned, planPurls } from '../../../app/remediation/plan-purls.ts';
import { risksOf } from '../../../app/remediation/risks.ts';
import { purlsOfSbom } from '../../../app/remediation/sbom-purls.ts';
import { route } from '../../route.ts';

/** What is asked about a plan: records, what the collection carries and depends on, and how urgent it is. */
const CONSULTED: readonly SourceId[] = [...RECORD_SOURCES, 'epss', 'kev', 'nixpkgs', 'packages', 'dependencies'];

/** So many package URLs count as one request more. */
const HEAVY = 100;

export const remediation = route(
  postRemediationPlan,
  async (deps, { body: { packages, sbom, cves } }, context) => {
    const { signal } = context;
    const read = sbom === undefined ? { purls: packages ?? [], notes: [] } : await purlsOfSbom(deps, sbom);
    // Of a document only its reading shows what it weighs; package URLs weigh the same, however they are sent.
    if (sbom !== undefined) await context.charge(Math.floor(read.purls.length / HEAVY));
    const byCve = cves === undefined ? null : await planCves(deps, cves, signal);
    const planned: Planned = byCve === null ? await planPurls(deps, read.purls, signal) : { ...byCve, unplanned: [] };
    const risks = await deps.databases.readWithFallback((db) => risksOf(db, planned.made));
    const { plans, set, before, after, unknown } = shownPlans(planned.made, planned.unplanned, risks);
    return {
      data: {
        plans,
        set,
        ...(byCve === null ? {} : { cves: [...byCve.cves] }),
        totals: {
          asked: cves?.length ?? read.purls.length,
          before,
          after,
          unknown,
          notPlanned: planned.notPlanned,
        },
        notes: [...read.notes, ...planned.notes],
      },
      beside: await coverageOf(deps),
    };
  },
  ({ body: { packages, cves } }) => ({
    rate: 'general',
    weight: Math.floor((packages?.length ?? 0) / HEAVY) + Math.floor((cves?.length ?? 0) / 10),
  }),
);

async function coverageOf(deps: Deps) {
  const { coverage, asOf } = await packageCoverage(deps, CONSULTED);
  return { coverage, asOf };
}
