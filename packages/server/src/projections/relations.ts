import { relatedNamesSubject } from '@almanac/core/aliases';
import type { VulnerabilityRecord } from '@almanac/core/records';
import type { Projected } from './version.ts';

/** `fixes`: in `related`, where `related` lists what the record is about. */
const RELATION_KINDS = { upstream: 1, related: 2, fixes: 3 } as const;

export interface RelationRow {
  readonly id: string;
  readonly kind: number;
}

/** Reads `upstream` and `related` (OSV schema 1.7). */
export function relationRows({ id: key, upstream, related }: VulnerabilityRecord): Projected<RelationRow> {
  const kind = relatedNamesSubject(key) ? RELATION_KINDS.fixes : RELATION_KINDS.related;
  const rows = [
    ...upstream.map((id) => ({ id, kind: RELATION_KINDS.upstream })),
    ...related.map((id) => ({ id, kind })),
  ];
  return { rows, dropped: 0 };
}
