import type { PackageAdvice, PlanFinding, RemediationPlan, RemediationResult } from '@almanac/contract';
import { advisePackage } from '@almanac/core/advice';
import { type PlanFinding as Finding, listSteps, planSet } from '@almanac/core/remediation';
import { compareRisk } from '@almanac/core/tracker';
import { type MadePlan, targetPurl, type Unplanned } from './made-plan.ts';
import type { FindingRisk } from './risks.ts';

type Risks = ReadonlyMap<string, FindingRisk>;
type Shown = Pick<RemediationResult, 'plans' | 'set'> &
  Pick<RemediationResult['totals'], 'before' | 'after' | 'cleared' | 'unknown'>;

/** The plans in the order in which to carry them out, as a set, and what they come to. */
export function showPlans(made: readonly MadePlan[], unplanned: readonly Unplanned[], risks: Risks): Shown {
  const ordered = byUrgency(made, risks);
  const shown = ordered.map((one) => shownPlan(one, risks));
  const plans = [...shown, ...unplanned.map(shownUnplanned)];
  const set = planSet(ordered).map(({ moves, keeps, open, ...each }) =>
    Object.assign(each, { moves: [...moves], keeps: [...keeps], open: [...open] }),
  );
  return {
    plans,
    set,
    before: exposure(made, ({ plan }) => [...plan.clears, ...plan.stays], risks),
    after: exposure(made, ({ plan }) => plan.stays, risks),
    cleared: countCleared(plans),
    unknown: plans.filter(({ status }) => UNTOLD.includes(status)).length,
  };
}

function countCleared(plans: readonly RemediationPlan[]): RemediationResult['totals']['cleared'] {
  const cleared = { byCommand: 0, byHand: 0 };
  for (const { command, findings } of listSteps(plans)) cleared[command === null ? 'byHand' : 'byCommand'] += findings;
  return cleared;
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
  const known = findings.flatMap(({ id }) => risks.get(id) ?? []);
  return known.reduce<FindingRisk | undefined>(
    (most, each) => (most === undefined || compareRisk(each, most) < 0 ? each : most),
    undefined,
  );
}

/** Findings of one plan that are listed, of those that it clears and of those that stay; the rest is counted. */
const MAX_FINDINGS = 1_000;

function shownPlan(made: MadePlan, risks: Risks): RemediationPlan {
  const { plan, purls, places, ecosystem, package: name, rebuild } = made;
  const { proof } = plan;
  const [clears, stays] = [plan.clears.slice(0, MAX_FINDINGS), plan.stays.slice(0, MAX_FINDINGS)];
  return {
    ...plan,
    purls: [...purls],
    places: [...places],
    ecosystem,
    package: name,
    targetPurl: targetPurl(made),
    clears: clears.map((finding) => shownFinding(finding, risks)),
    opens: [...plan.opens],
    stays: stays.map((finding) =>
      Object.assign(shownFinding(finding, risks), { reason: finding.reason, why: finding.why }),
    ),
    findingsLeft: plan.clears.length + plan.stays.length - clears.length - stays.length,
    patched: [...plan.patched],
    alternatives: plan.alternatives.map((each) => Object.assign({}, each, { undecided: [...each.undecided] })),
    rebuild,
    advice: toShownAdvice(made, risks),
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

function toShownAdvice({ ecosystem, package: name, plan }: MadePlan, risks: Risks): PackageAdvice {
  const { has, remaining, undecided, ...advice } = advisePackage({ ecosystem, name, plan }, ({ id }) => {
    const risk = risks.get(id);
    return { severity: risk?.shown ?? null, kev: risk?.kev ?? false };
  });
  const [first, rest, open] = [has, remaining, undecided].map((issues) => issues.slice(0, MAX_FINDINGS));
  return { ...advice, has: first ?? [], remaining: rest ?? [], undecided: open ?? [] };
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
    findingsLeft: 0,
    patched: [],
    alternatives: [],
    candidates: 0,
    candidatesTried: 0,
    atTarget: null,
    rebuild: null,
    advice: null,
    proof: null,
  };
}

function exposure(
  made: readonly MadePlan[],
  of: (one: MadePlan) => readonly Finding[],
  risks: Risks,
): RemediationResult['totals']['before'] {
  const sum = { packages: 0, findings: 0, kev: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 } };
  for (const one of made) {
    const own = of(one);
    if (own.length > 0) sum.packages += 1;
    sum.findings += own.length;
    for (const { id } of own) {
      const risk = risks.get(id);
      sum.bySeverity[risk?.shown ?? 'unknown'] += 1;
      if (risk?.kev === true) sum.kev += 1;
    }
  }
  return sum;
}
