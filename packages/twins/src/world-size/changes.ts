import type { Moments } from './moments.ts';
import type { WorldSize } from './size.ts';

/** Indices changed by a day. New records come last. */
export function cvesOfDay({ cves, day }: WorldSize): readonly number[] {
  return [...spread(0, cves, day.updatedCves), ...following(cves, day.newCves)];
}

/** Excludes churning records. */
export function advisoriesOfDay({ advisories, churning, day }: WorldSize): readonly number[] {
  return [...spread(churning, advisories, day.updatedAdvisories), ...following(advisories, day.newAdvisories)];
}

/** How often and when a record was last rewritten; null if never. */
export interface Rewritten {
  readonly at: number;
  readonly revision: number;
}

export function rewrittenCve(size: WorldSize, index: number, moments: Moments): Rewritten | null {
  const place = placeIn(index, 0, size.cves, size.day.updatedCves);
  return moments.day === null || place === null ? null : { at: moments.day - place * 10, revision: 1 };
}

export function rewrittenAdvisory(size: WorldSize, index: number, moments: Moments): Rewritten | null {
  if (index < size.churning) return moments.churn === null ? null : { at: moments.churn - index, revision: 1 };
  const place = placeIn(index, size.churning, size.advisories, size.day.updatedAdvisories);
  return moments.day === null || place === null ? null : { at: moments.day - place * 10, revision: 1 };
}

function spread(from: number, to: number, count: number): number[] {
  const stride = strideOf(from, to, count);
  return Array.from({ length: count }, (_, place) => from + place * stride);
}

/** The index's position among changed or new records; null for others. */
function placeIn(index: number, from: number, to: number, count: number): number | null {
  if (index >= to) return count + index - to;
  const stride = strideOf(from, to, count);
  const place = (index - from) / stride;
  return index >= from && Number.isInteger(place) && place < count ? place : null;
}

function strideOf(from: number, to: number, count: number): number {
  return Math.floor((to - from) / count);
}

function following(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => from + place);
}
