export interface TimelineMark {
  /** In pixels. */
  readonly x: number;
  /** The label's width in pixels, to the right of the mark. */
  readonly width: number;
}

/** Minimum distance in pixels between labels in a lane. */
const GAP = 10;

/**
 * Assigns each label a lane above the line (0 is the lowest), so that labels and stems do not cross. A label that
 * reaches over later marks goes above theirs. Marks must be sorted by `x`.
 */
export function assignLanes(marks: readonly TimelineMark[]): number[] {
  const lanes = marks.map(() => 0);
  for (const [place, { x, width }] of [...marks.entries()].toReversed()) {
    const covered = lanes.filter((_, other) => other > place && (marks[other]?.x ?? 0) < x + width + GAP);
    lanes[place] = covered.length === 0 ? 0 : Math.max(...covered) + 1;
  }
  return lanes;
}

/** Merges neighbours closer than `minGap`, then the closest ones until `maxGroups` are left. Keeps the order. */
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
