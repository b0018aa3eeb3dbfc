import { freeform } from '../ranges/freeform.ts';
import { getScheme } from '../versions/ecosystems.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { crossesMajor } from './major.ts';
import type { PackagePlan } from './model.ts';

/** A plan and whose it is. */
export interface OwnedPlan {
  /** Null: of the collection. */
  readonly ecosystem: string | null;
  readonly package: string;
  readonly plan: Pick<PackagePlan, 'status' | 'current' | 'target'>;
}

/** One version for all places in which a package stands. */
export interface PackageTarget {
  readonly ecosystem: string | null;
  readonly package: string;
  readonly target: string | null;
  readonly crossesMajor: boolean | null;
  readonly moves: readonly string[];
  readonly keeps: readonly string[];
  readonly open: readonly string[];
}

/**
 * For each package the one version that all its places can move to. A target clears everything, wherever one comes from, so that
 * the target of the highest version that has to move does for all below it, and no smaller one does for that.
 */
export function planSet(plans: readonly OwnedPlan[]): PackageTarget[] {
  const byPackage = Map.groupBy(plans, (each) => JSON.stringify([each.ecosystem, each.package]));
  return [...byPackage.values()].flatMap((own): PackageTarget[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { ecosystem } = first;
    const order = (ecosystem === null ? null : getScheme(ecosystem).scheme) ?? freeform;
    const versions = (...statuses: readonly PackagePlan['status'][]) =>
      sorted(
        order,
        own.flatMap(({ plan }) => (statuses.includes(plan.status) ? (plan.current ?? []) : [])),
      );
    const moves = versions('fix');
    const target = highest(
      order,
      own.flatMap(({ plan }) => (plan.status === 'fix' ? (plan.target ?? []) : [])),
    );
    const crossings = target === null ? [] : moves.map((version) => crossesMajor(order, version, target));
    return [
      {
        ecosystem,
        package: first.package,
        target,
        crossesMajor: crossings.includes(true)
          ? true
          : crossings.length === 0 || crossings.includes(null)
            ? null
            : false,
        moves,
        keeps: versions('clean'),
        open: versions('partial', 'no_fix', 'unknown'),
      },
    ];
  });
}

function sorted(order: VersionScheme, versions: readonly string[]): string[] {
  return [...new Set(versions)].toSorted((a, b) => order.compare(a, b) || (a < b ? -1 : 1));
}

function highest(order: VersionScheme, versions: readonly string[]): string | null {
  return sorted(order, versions).at(-1) ?? null;
}
