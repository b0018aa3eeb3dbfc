import type { RemediationPlan } from '@almanac/contract';
import type { Deps } from '../deps.ts';

/**
 * How many packages of the collection are built anew when this one changes; null where no dependencies are known, or none of this
 * attribute. `coverage` says how the source of dependencies stands.
 */
export async function rebuildCost(
  { graph }: Pick<Deps, 'graph'>,
  attribute: string,
): Promise<RemediationPlan['rebuild']> {
  const found = (await graph.current())?.dependents(attribute) ?? null;
  return found === null ? null : { direct: found.direct, transitive: found.transitive };
}
