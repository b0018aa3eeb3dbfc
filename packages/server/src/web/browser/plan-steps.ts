import type { PlanFinding, RemediationPlan, RemediationResult, StayingFinding } from '@almanac/contract';
import { upgradeCommand } from '@almanac/core/remediation';
import { type Row, worstFirst } from './select-rows.ts';

/** Packages that one plan is asked for, and those of the collection among them: as many as the service takes. */
const MOST = { packages: 1_000, nix: 40 };

/** What a plan is asked for: all that is affected, the worst first, so that they are in the plan where not all are. */
export function plannedPurls(rows: readonly Row[]): string[] {
  const affected = rows.filter(({ outcome }) => outcome.verdict === 'affected').toSorted(worstFirst);
  const purls = [...new Set(affected.flatMap(({ ask }) => ask ?? []))];
  const nixLeft = new Set(purls.filter((purl) => purl.startsWith('pkg:nix/')).slice(MOST.nix));
  return purls.filter((purl) => !nixLeft.has(purl)).slice(0, MOST.packages);
}

/** One version to move a package to, and what that clears. */
export interface PlanStep {
  readonly name: string;
  readonly ecosystem: string | null;
  readonly from: readonly string[];
  readonly to: string;
  readonly crossesMajor: boolean;
  readonly clears: readonly PlanFinding[];
  /** Null: no package manager is known that takes it as a command. */
  readonly command: string | null;
}

/** A finding that no upgrade clears. */
export interface PlanRest {
  readonly name: string;
  readonly version: string | null;
  readonly finding: StayingFinding;
}

/** A plan as it is shown: one step for each package and version to move to, in the order of urgency that the plans have. */
export function stepsOf({ plans, set }: Pick<RemediationResult, 'plans' | 'set'>): PlanStep[] {
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
      },
    ];
  });
}

function keyOf(ecosystem: string | null, name: string | null): string {
  return JSON.stringify([ecosystem, name]);
}

/** Where several versions of a package can be cleared, one version clears them all. */
function movedBy(plan: RemediationPlan, together: ReadonlyMap<string, string | null>) {
  const { ecosystem, package: name, target, status } = plan;
  if (name === null || target === null) return [];
  const shared = status === 'fix' ? (together.get(keyOf(ecosystem, name)) ?? null) : null;
  return [{ plan, name, to: shared ?? target }];
}

/** What stays when every step is taken. */
export function restOf({ plans }: Pick<RemediationResult, 'plans'>): PlanRest[] {
  return plans.flatMap(({ package: name, purls, current, stays }) =>
    stays.map((finding) => ({ name: name ?? purls[0] ?? '', version: current, finding })),
  );
}

/** Ids that the catalogue of exploited vulnerabilities lists. */
export function exploitedIn({ plans }: Pick<RemediationResult, 'plans'>): Set<string> {
  const findings = plans.flatMap(({ clears, stays }) => [...clears, ...stays]);
  return new Set(findings.flatMap(({ id, kev }) => (kev ? [id] : [])));
}
