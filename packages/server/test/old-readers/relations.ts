import { fields } from '../../src/projections/fields.ts';
import type { Projected } from '../../src/projections/version.ts';

/** How a record speaks of another id that is not its alias. */
export const RELATION_KINDS = { upstream: 1, related: 2 } as const;

export interface RelationRow {
  readonly id: string;
  readonly kind: number;
}

const MAX_ID = 100;
const MAX_RELATIONS = 1_000;

/** The ids that an OSV record names in `upstream` and `related` (OSV schema 1.7). */
export function relationRows(value: unknown): Projected<RelationRow> {
  const read = fields();
  const rows = Object.entries(RELATION_KINDS).flatMap(([member, kind]) => {
    const ids = new Set(read.texts(read.member(value, member), MAX_ID, MAX_RELATIONS));
    return [...ids].map((id) => ({ id, kind }));
  });
  return { rows, dropped: read.dropped() };
}
