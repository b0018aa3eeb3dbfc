import { upgradeCommand } from '../advice/upgrade-command.ts';

/** A finding of `POST /remediation/plan`, as far as it is read here. */
export interface AnsweredFinding {
  readonly id: string;
  readonly severity?: 'critical' | 'high' | 'medium' | 'low' | undefined;
  readonly kev: boolean;
}

interface AnsweredStay extends AnsweredFinding {
  readonly reason: string;
  readonly why: string;
}

/** The same of a plan, for one version of one package. */
export interface AnsweredPlan {
  readonly purls: readonly string[];
  readonly ecosystem: string | null;
  readonly package: string | null;
  readonly status: string;
  readonly current: string | null;
  readonly target: string | null;
  readonly crossesMajor: boolean | null;
  readonly clears: readonly AnsweredFinding[];
  readonly stays: readonly AnsweredStay[];
}

/** The same of the whole answer. */
export interface AnsweredPlans {
  readonly plans: readonly AnsweredPlan[];
  readonly set: readonly {
    readonly ecosystem: string | null;
    readonly package: string;
    readonly target: string | null;
  }[];
}

/** One version to move a package to, and what that clears. */
export interface PlanStep {
  readonly name: string;
  readonly ecosystem: string | null;
  readonly from: readonly string[];
  readonly to: string;
  readonly crossesMajor: boolean;
  readonly clears: readonly AnsweredFinding[];
  /** Null: no package manager is known that takes it as a command. */
  readonly command: string | null;
  /** As they were asked for. */
  readonly purls: readonly string[];
}

/** A finding that no upgrade clears. */
export interface PlanRest {
  readonly name: string;
  readonly version: string | null;
  readonly finding: AnsweredStay;
}

/** A plan as it is shown: one step for each package and version to move to, in the order of urgency that the plans have. */
export function stepsOf({ plans, set }: AnsweredPlans): PlanStep[] {
  const together = new Map(set.map(({ ecosystem, package: name, target }) => [keyOf(ecosystem, name), target]));
  const steps = Map.groupBy(
    plans.flatMap((plan) => movedBy(plan, together)),
    ({ plan, to }) => JSON.stringify([plan.ecosystem, plan.package, to]),
  );
  return [...steps.values()].flatMap((moves) => {
    const [first] = moves;
    if (first === undefined) return [];
    const { plan, name, to } = first;
    const clears = new Map(moves.flatMap((move) => move.plan.clears.map((finding) => [finding.id, finding])));
    return [
      {
        name,
        ecosystem: plan.ecosystem,
        from: [...new Set(moves.flatMap((move) => move.plan.current ?? []))],
        to,
        crossesMajor: moves.some((move) => move.plan.crossesMajor === true),
        clears: [...clears.values()],
        command: upgradeCommand(plan.ecosystem, name, to),
        purls: [...new Set(moves.flatMap((move) => move.plan.purls))],
      },
    ];
  });
}

function keyOf(ecosystem: string | null, name: string | null): string {
  return JSON.stringify([ecosystem, name]);
}

/** Where several versions of a package can be cleared, one version clears them all. */
function movedBy(plan: AnsweredPlan, together: ReadonlyMap<string, string | null>) {
  const { ecosystem, package: name, target, status } = plan;
  if (name === null || target === null) return [];
  const shared = status === 'fix' ? (together.get(keyOf(ecosystem, name)) ?? null) : null;
  return [{ plan, name, to: shared ?? target }];
}

/** What stays when every step is taken. */
export function restOf({ plans }: Pick<AnsweredPlans, 'plans'>): PlanRest[] {
  return plans.flatMap(({ package: name, purls, current, stays }) =>
    stays.map((finding) => ({ name: name ?? purls[0] ?? '', version: current, finding })),
  );
}

/** Ids that the catalogue of exploited vulnerabilities lists. */
export function exploitedIn({ plans }: Pick<AnsweredPlans, 'plans'>): Set<string> {
  const findings = plans.flatMap(({ clears, stays }) => [...clears, ...stays]);
  return new Set(findings.flatMap(({ id, kev }) => (kev ? [id] : [])));
}
