import type { SourceId } from '@almanac/contract';
import type { ChangeKind } from '@almanac/core/dossier';

/** What a change of each kind counts: what makes people act first, what only reads differently last. */
export const WEIGHTS: Readonly<Record<ChangeKind, number>> = {
  kev_added: 10,
  state: 6,
  epss_moved: 5,
  severity: 4,
  ssvc: 4,
  kev_removed: 3,
  affected: 3,
  first_seen: 2,
  weaknesses: 1,
  description: 1,
  references: 1,
};

export interface TypedChange {
  readonly kind: ChangeKind;
  readonly source: SourceId;
  readonly at: string;
}

export interface Ranked {
  readonly id: string;
  readonly changes: readonly TypedChange[];
  readonly changedAt: string;
  readonly weight: number;
}

/** The heaviest first. A kind counts once for each source, however often it came: a record that is edited daily is no news. */
export function rankChanges(changed: ReadonlyMap<string, readonly TypedChange[]>): Ranked[] {
  return [...changed]
    .flatMap(([id, all]): Ranked[] => {
      const newest = all.toSorted((a, b) => (a.at < b.at ? 1 : -1));
      const changes = [
        ...new Map(newest.toReversed().map((change) => [`${change.kind} ${change.source}`, change])).values(),
      ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
      const [first] = changes;
      if (first === undefined) return [];
      const weight = changes.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
      return [{ id, changes, changedAt: first.at, weight }];
    })
    .sort((a, b) => b.weight - a.weight || (a.changedAt < b.changedAt ? 1 : -1) || (a.id < b.id ? 1 : -1));
}
