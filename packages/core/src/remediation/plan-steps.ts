/** A finding of `POST /remediation/plan`, as far as it is read here. */
export interface AnsweredFinding {
  readonly id: string;
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
  readonly current: string | null;
  /** Null: nothing could be planned. */
  readonly advice: {
    readonly target: string | null;
    readonly crossesMajor: boolean | null;
    readonly command: string | null;
    readonly has: readonly AnsweredFinding[];
    readonly remaining: readonly AnsweredFinding[];
    readonly undecided: readonly AnsweredFinding[];
  } | null;
  readonly stays: readonly AnsweredStay[];
}

/** The versions of a package that move to the same version. */
export interface PlanStep {
  readonly name: string;
  readonly ecosystem: string | null;
  readonly from: readonly string[];
  readonly to: string;
  readonly crossesMajor: boolean;
  /** What the step clears, each once. */
  readonly clears: readonly AnsweredFinding[];
  /** What it clears, counted for each version. */
  readonly findings: number;
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

/** Lists the upgrades of plans, each installed version to its own target, in the order of urgency that the plans have. */
export function listSteps(plans: readonly AnsweredPlan[]): PlanStep[] {
  const moves = plans.flatMap(({ advice, package: name, ...plan }) =>
    advice === null || advice.target === null || name === null ? [] : [{ ...plan, name, advice, to: advice.target }],
  );
  const steps = Map.groupBy(moves, ({ ecosystem, name, to, advice }) =>
    JSON.stringify([ecosystem, name, to, advice.crossesMajor === true]),
  );
  return [...steps.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const cleared = own.flatMap(({ advice: { has, remaining } }) => withoutIds(has, remaining));
    return [
      {
        name: first.name,
        ecosystem: first.ecosystem,
        from: [...new Set(own.flatMap(({ current }) => current ?? []))],
        to: first.to,
        crossesMajor: first.advice.crossesMajor === true,
        clears: [...new Map(cleared.map((finding) => [finding.id, finding])).values()],
        findings: cleared.length,
        command: first.advice.command,
        purls: [...new Set(own.flatMap(({ purls }) => purls))],
      },
    ];
  });
}

function withoutIds(findings: readonly AnsweredFinding[], others: readonly AnsweredFinding[]): AnsweredFinding[] {
  const ids = new Set(others.map(({ id }) => id));
  return findings.filter(({ id }) => !ids.has(id));
}

/** Lists what stays when every step is taken. */
export function listRest(plans: readonly AnsweredPlan[]): PlanRest[] {
  return plans.flatMap(({ package: name, purls, current, advice, stays }) => {
    // Without a target everything stays.
    const left = new Set([...(advice?.remaining ?? []), ...(advice?.undecided ?? [])].map(({ id }) => id));
    return stays
      .filter(({ id }) => advice?.target == null || left.has(id))
      .map((finding) => ({ name: name ?? purls[0] ?? '', version: current, finding }));
  });
}

/** Finds the ids that the catalogue of exploited vulnerabilities lists. */
export function findExploited(plans: readonly AnsweredPlan[]): Set<string> {
  const findings = plans.flatMap(({ advice, stays }) => [...(advice?.has ?? []), ...stays]);
  return new Set(findings.flatMap(({ id, kev }) => (kev ? [id] : [])));
}
