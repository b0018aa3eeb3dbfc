import type { Crashes } from './kill-postgres.ts';
import { PHASES, type Phase } from './mixed-ingest.ts';
import type { Kill } from './points.ts';
import type { Undisturbed } from './undisturbed.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * So many moments of one phase, one after the other. Each process is given a part of what an undisturbed one has to do, so
 * that the next ones find work left.
 */
export function randomKills(
  random: () => number,
  undisturbed: Undisturbed,
  count: number,
  phases: readonly Phase[] = PHASES,
): { readonly phase: Phase; readonly kills: readonly Kill[] } {
  const phase = phases[Math.floor(random() * phases.length)] ?? 'fill';
  const most = undisturbed.phase(phase).moments / (count + 1);
  const kills = Array.from(
    { length: count },
    () => ({ point: 'any', occurrence: 1 + Math.floor(random() * most) }) as const,
  );
  return { phase, kills };
}

/** One moment in each of these phases; when something was done, and something is left, in whichever order it is done. */
export function randomCrashes(random: () => number, phases: readonly Phase[]): Crashes {
  return phases.map((phase) => ({ phase, share: 0.1 + 0.8 * random() }));
}
