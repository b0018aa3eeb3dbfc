import type { VulnerabilityRecord } from '@almanac/core';
import type { Projected } from './version.ts';

/** How a record speaks of another id that is not its alias. */
export const RELATION_KINDS = { upstream: 1, related: 2 } as const;

export interface RelationRow {
  readonly id: string;
  readonly kind: number;
}

/** The ids that an OSV record names in `upstream` and `related` (OSV schema 1.7). */
export function relationRows({ upstream, related }: VulnerabilityRecord): Projected<RelationRow> {
  const rows = [
    ...upstream.map((id) => ({ id, kind: RELATION_KINDS.upstream })),
    ...related.map((id) => ({ id, kind: RELATION_KINDS.related })),
  ];
  return { rows, dropped: 0 };
}
