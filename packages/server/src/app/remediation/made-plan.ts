import type { RemediationPlan } from '@almanac/contract';
import { printPurl, purlOfPackage } from '@almanac/core/purl';
import type { PackagePlan } from '@almanac/core/remediation';

/** A plan, and whose it is. */
export interface MadePlan {
  readonly purls: readonly string[];
  readonly places: readonly { readonly channel: string; readonly attribute: string }[];
  readonly ecosystem: string | null;
  readonly package: string;
  readonly plan: PackagePlan;
  readonly rebuild: RemediationPlan['rebuild'];
}

/** Something of the question that there is no plan for. */
export interface Unplanned {
  readonly purl: string;
  readonly status: 'invalid' | 'not_covered';
  readonly problem: string;
  readonly ecosystem: string | null;
  readonly package: string | null;
  readonly version: string | null;
}

/** The package URL of a plan's target; null without one, and for packages that have none. */
export function targetPurl({ ecosystem, package: name, places, plan }: MadePlan): string | null {
  if (plan.target === null) return null;
  if (ecosystem === null) return places.length === 0 ? null : `pkg:nix/${encodeURIComponent(name)}@${plan.target}`;
  // Records leave out the `v` that Go's own tools cannot do without.
  const bare = ecosystem === 'Go' && !plan.target.startsWith('v');
  const { purl } = purlOfPackage({ ecosystem, name, version: bare ? `v${plan.target}` : plan.target });
  return purl === null ? null : printPurl(purl);
}
