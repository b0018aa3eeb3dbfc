import type { PlanFinding, RemediationPlan, RemediationResult } from '@almanac/contract';
import { compareRisk, type PlanFinding as Finding, planSet } from '@almanac/core';
import { type MadePlan, targetPurl, type Unplanned } from './made-plan.ts';
import type { FindingRisk } from './risks.ts';

type Risks = ReadonlyMap<string, FindingRisk>;
type Shown = Pick<RemediationResult, 'plans' | 'set'> &
  Pick<RemediationResult['totals'], 'before' | 'after' | 'unknown'>;

/** The plans in the order in which to carry them out, as a set, and what they come to. */
export function shownPlans(made: readonly MadePlan[], unplanned: readonly Unplanned[], risks: Risks): Shown {
  const ordered = byUrgency(made, risks);
  const plans = [...ordered.map((one) => shownPlan(one, risks)), ...unplanned.map(shownUnplanned)];
  const set = planSet(ordered).map(({ moves, keeps, open, ...each }) =>
    Object.assign(each, { moves: [...moves], keeps: [...keeps], open: [...open] }),
  );
  return {
    plans,
    set,
    before: exposure(made, ({ plan }) => [...plan.clears, ...plan.stays], risks),
    after: exposure(made, ({ plan }) => plan.stays, risks),
    unknown: plans.filter(({ status }) => UNTOLD.includes(status)).length,
  };
}

const UNTOLD: readonly RemediationPlan['status'][] = ['unknown', 'not_covered', 'invalid'];

interface Urgent {
  readonly made: MadePlan;
  readonly worst: FindingRisk | undefined;
  readonly key: string;
}

/** By the worst finding that the plan clears, else by the worst that stays; what has none comes last. */
function byUrgency(made: readonly MadePlan[], risks: Risks): MadePlan[] {
  const urgent = made.map((one): Urgent => {
    const { plan, ecosystem, package: name } = one;
    const key = JSON.stringify([ecosystem ?? '', name, plan.current]);
    return { made: one, worst: worst(plan.clears, risks) ?? worst(plan.stays, risks), key };
  });
  return urgent.toSorted(compareUrgent).map((one) => one.made);
}

function compareUrgent(a: Urgent, b: Urgent): number {
  if (a.worst === undefined || b.worst === undefined) {
    if (a.worst !== b.worst) return a.worst === undefined ? 1 : -1;
  } else {
    const order = compareRisk({ ...a.worst, id: '' }, { ...b.worst, id: '' });
    if (order !== 0) return order;
  }
  return a.key < b.key ? -1 : 1;
}

function worst(findings: readonly Finding[], risks: Risks): FindingRisk | undefined {
  return findings.flatMap(({ id }) => risks.get(id) ?? []).toSorted(compareRisk)[0];
}

function shownPlan(made: MadePlan, risks: Risks): RemediationPlan {
  const { plan, purls, places, ecosystem, package: name, rebuild } = made;
  const { proof } = plan;
  return {
    ...plan,
    purls: [...purls],
    places: [...places],
    ecosystem,
    package: name,
    targetPurl: targetPurl(made),
    clears: plan.clears.map((finding) => shownFinding(finding, risks)),
    opens: [...plan.opens],
    stays: plan.stays.map((finding) =>
      Object.assign(shownFinding(finding, risks), { reason: finding.reason, why: finding.why }),
    ),
    patched: [...plan.patched],
    alternatives: plan.alternatives.map((each) => Object.assign({}, each, { undecided: [...each.undecided] })),
    rebuild,
    proof:
      proof === null
        ? null
        : {
            ...proof,
            findings: proof.findings.map(({ id, records, left }) => ({ id, records: [...records], left })),
            smaller: [...proof.smaller],
          },
  };
}

function shownFinding({ id, aliases, state, affectedVersions }: Finding, risks: Risks): PlanFinding {
  const risk = risks.get(id);
  const severity = risk?.shown ?? null;
  return {
    id,
    aliases: [...aliases],
    state,
    ...(severity === null ? {} : { severity }),
    kev: risk?.kev ?? false,
    affectedVersions,
  };
}

function shownUnplanned({ purl, status, problem, ecosystem, package: name, version }: Unplanned): RemediationPlan {
  return {
    purls: [purl],
    places: [],
    ecosystem,
    package: name,
    status,
    problem,
    current: version,
    verdict: 'unknown',
    verdictReason: problem,
    target: null,
    targetPurl: null,
    namedBy: null,
    crossesMajor: null,
    clears: [],
    opens: [],
    stays: [],
    patched: [],
    alternatives: [],
    candidates: 0,
    candidatesTried: 0,
    atTarget: null,
    rebuild: null,
    proof: null,
  };
}

function exposure(made: readonly MadePlan[], of: (one: MadePlan) => readonly Finding[], risks: Risks) {
  const all = made.flatMap(of);
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 };
  for (const { id } of all) bySeverity[risks.get(id)?.shown ?? 'unknown'] += 1;
  return {
    packages: made.filter((one) => of(one).length > 0).length,
    findings: all.length,
    kev: all.filter(({ id }) => risks.get(id)?.kev === true).length,
    bySeverity,
  };
}
