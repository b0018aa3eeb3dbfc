import type { Judge, Vulnerability } from './judge.ts';
import type { NamedVersion, Rejection, State } from './model.ts';

/** Work (`Judge.work`) that is done for one package; what takes more is not searched to the end, and says so. */
export const MOST_WORK = 100_000;

/** Something that shuts a candidate out. */
export interface Obstacle {
  readonly vulnerability: Vulnerability;
  /** What is undecided already may stay so where it cannot be cleared. */
  readonly tolerates: 'nothing' | 'undecided';
  /** It does not hold for the current version. */
  readonly opens: boolean;
}

export interface Passed {
  readonly target: NamedVersion | null;
  /** Why each candidate below the target is none. */
  readonly smaller: readonly Rejection[];
  readonly tried: number;
  /** There was more to look at than is looked at for one package. */
  readonly exhausted: boolean;
}

/** The first candidate that nothing shuts out. Yields between slices of the work, as everything does that may take long. */
export function firstPast(judge: Judge, candidates: readonly NamedVersion[], given: readonly Obstacle[]): Passed {
  const obstacles = inTurn(given);
  const smaller: Rejection[] = [];
  for (const candidate of candidates) {
    const rejection = firstObstacle(judge, obstacles, candidate.version);
    if (rejection === null) return { target: candidate, smaller, tried: smaller.length + 1, exhausted: false };
    smaller.push(rejection);
    if (judge.work() > MOST_WORK) break;
  }
  return { target: null, smaller, tried: smaller.length, exhausted: smaller.length < candidates.length };
}

/** Obstacles in a circle. */
export interface ObstaclesInTurn {
  readonly all: readonly Obstacle[];
  /** The place of the one that is asked first. */
  first: number;
}

export function inTurn(all: readonly Obstacle[]): ObstaclesInTurn {
  return { all, first: 0 };
}

/**
 * What shut out the last candidate most likely shuts out the next, and what it has passed it passes again: the one that shuts it out is
 * asked first for the next, so that few are asked.
 */
export function firstObstacle(judge: Judge, obstacles: ObstaclesInTurn, version: string): Rejection | null {
  const { all, first } = obstacles;
  for (let passed = 0; passed < all.length; passed += 1) {
    const place = (first + passed) % all.length;
    const { vulnerability, tolerates, opens } = all[place] as Obstacle;
    const state: State = judge.stateAt(vulnerability, version);
    if (state === 'clear' || state === tolerates) continue;
    obstacles.first = place;
    return { version, id: vulnerability.id, state, opens };
  }
  return null;
}
