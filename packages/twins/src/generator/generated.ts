import type { World } from '../world/world.ts';
import { vulnerabilityAt } from './vulnerability-at.ts';

export interface GeneratedOptions {
  readonly seed: number;
  readonly count: number;
}

/** Ids start here: seven digits, so that they meet neither real ids nor those of the small world. */
const FIRST_NUMBER = 9_000_000;

/** As many vulnerabilities as asked for, the same for the same seed, none kept: each is made when it is read. */
export function generated({ seed, count }: GeneratedOptions): World {
  return {
    size: count,
    *entries() {
      for (let index = 0; index < count; index += 1) yield vulnerabilityAt(seed, index, count, FIRST_NUMBER);
    },
    find(id) {
      const index = Number(id.slice(id.lastIndexOf('-') + 1)) - FIRST_NUMBER;
      if (!Number.isInteger(index) || index < 0 || index >= count) return null;
      const found = vulnerabilityAt(seed, index, count, FIRST_NUMBER);
      return found.id === id ? found : null;
    },
  };
}
