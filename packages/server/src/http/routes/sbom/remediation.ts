import { countRequests, postRemediationPlan, type SourceId } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import type { Deps } from '../../../app/deps.ts';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { showPlans } from '../../../app/remediation/answer.ts';
import { planCves } from '../../../app/remediation/plan-cves.ts';
import { type Planned, planPurls } from '../../../app/remediation/plan-purls.ts';
import { planQuestion, readElsewhere } from '../../../app/remediation/plan-question.ts';
import { risksOf } from '../../../app/remediation/risks.ts';
import { route } from '../../route.ts';

/** What is asked about a plan: records, what the collection carries and depends on, and how urgent it is. */
const CONSULTED: readonly SourceId[] = [...RECORD_SOURCES, 'epss', 'kev', 'nixpkgs', 'packages', 'dependencies'];

export const remediation = route(postRemediationPlan, async (deps, { body }, { signal, charge }) => {
  const question = Buffer.isBuffer(body) ? await readElsewhere(deps, body) : planQuestion(body);
  const { cves, purls, notes } = question;
  // Of a document only its reading shows what it weighs; package URLs weigh the same, however they are sent.
  await charge(countRequests(postRemediationPlan.weights, [purls.length, cves?.length ?? 0]) - 1);
  const byCve = cves === null ? null : await planCves(deps, cves, signal);
  const planned: Planned = byCve === null ? await planPurls(deps, purls, signal) : { ...byCve, unplanned: [] };
  const risks = await deps.databases.readWithFallback((db) => risksOf(db, planned.made));
  const { plans, set, before, after, cleared, unknown } = showPlans(planned.made, planned.unplanned, risks);
  return {
    data: {
      plans,
      set,
      ...(byCve === null ? {} : { cves: [...byCve.cves] }),
      totals: { asked: cves?.length ?? purls.length, before, after, cleared, unknown, notPlanned: planned.notPlanned },
      notes: [...notes, ...planned.notes],
    },
    envelopeFields: await coverageOf(deps),
  };
});

async function coverageOf(deps: Pick<Deps, 'sourceStates'>) {
  const { coverage, asOf } = await packageCoverage(deps, CONSULTED);
  return { coverage, asOf };
}
