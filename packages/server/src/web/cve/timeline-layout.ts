/** An event on the line. */
export interface TimelineMark {
  /** Where it is on the line, in pixels. */
  readonly x: number;
  /** Pixels that its label takes, from the mark to the right. */
  readonly width: number;
}

/** Pixels between two labels in one lane. */
const GAP = 10;

/**
 * Gives each label a lane above the line, 0 nearest to it, so that neither a label nor the stem that holds it crosses another label. Marks
 * come in the order of `x`. A label that reaches over later marks goes above all of theirs.
 */
export function assignLanes(marks: readonly TimelineMark[]): number[] {
  const lanes = marks.map(() => 0);
  for (const [place, { x, width }] of [...marks.entries()].toReversed()) {
    const covered = lanes.filter((_, other) => other > place && (marks[other]?.x ?? 0) < x + width + GAP);
    lanes[place] = covered.length === 0 ? 0 : Math.max(...covered) + 1;
  }
  return lanes;
}

/** Joins neighbours that are nearer than `minGap`, then the nearest ones until `maxGroups` are left. Groups keep the order. */
export function joinNear<T>(
  items: readonly T[],
  getPlace: (item: T) => number,
  { minGap, maxGroups }: { readonly minGap: number; readonly maxGroups: number },
): T[][] {
  const groups = items.map((item) => [item]);
  const getStart = (group: readonly T[] | undefined) => (group?.[0] === undefined ? 0 : getPlace(group[0]));
  for (;;) {
    const gaps = groups.slice(1).map((group, i) => getStart(group) - getStart(groups[i]));
    const nearest = gaps.indexOf(Math.min(...gaps));
    if (nearest === -1 || ((gaps[nearest] ?? 0) >= minGap && groups.length <= maxGroups)) return groups;
    groups[nearest]?.push(...(groups[nearest + 1] ?? []));
    groups.splice(nearest + 1, 1);
  }
}
