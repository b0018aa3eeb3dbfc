import { relatedNamesSubject } from '@almanac/core';
import { fields } from './fields.ts';
import type { Projected, ProjectedVersion } from './version.ts';

/** How a record names another id that is not its alias; `fixes`: in `related`, where that lists what the record is about. */
const RELATION_KINDS = { upstream: 1, related: 2, fixes: 3 } as const;

export interface RelationRow {
  readonly id: string;
  readonly kind: number;
}

const MAX_ID = 100;
const MAX_RELATIONS = 1_000;

/** The ids that an OSV record names in `upstream` and `related` (OSV schema 1.7). */
export function relationRows(value: unknown, { key }: Pick<ProjectedVersion, 'key'>): Projected<RelationRow> {
  const read = fields();
  const ids = (member: string) => new Set(read.texts(read.member(value, member), MAX_ID, MAX_RELATIONS));
  const related = relatedNamesSubject(key) ? RELATION_KINDS.fixes : RELATION_KINDS.related;
  const rows = [
    ...[...ids('upstream')].map((id) => ({ id, kind: RELATION_KINDS.upstream })),
    ...[...ids('related')].map((id) => ({ id, kind: related })),
  ];
  return { rows, dropped: read.dropped() };
}
