import type { Vulnerability } from '../world/vulnerability.ts';
import type { World } from '../world/world.ts';
import { generatedCollection } from './collection.ts';
import { issuesAt } from './issues.ts';
import { vulnerabilityAt } from './vulnerability-at.ts';

export interface GeneratedOptions {
  readonly seed: number;
  readonly count: number;
  /** Defaults to 3,000, or a third of the vulnerabilities if these are few. */
  readonly issues?: number;
}

/** Seven digits, so that ids collide with neither real nor small-world ones. */
const FIRST_NUMBER = 9_000_000;
const USUAL_ISSUES = 3_000;

/** Repeatable by seed. Vulnerabilities are made on demand. */
export function generated({
  seed,
  count,
  issues = Math.min(USUAL_ISSUES, Math.floor(count / 3)),
}: GeneratedOptions): World {
  return {
    size: count,
    collection: generatedCollection({ seed, count }),
    *entries() {
      for (let index = 0; index < count; index += 1) yield at(index);
    },
    find(id) {
      const index = Number(id.slice(id.lastIndexOf('-') + 1)) - FIRST_NUMBER;
      if (!Number.isInteger(index) || index < 0 || index >= count) return null;
      const found = at(index);
      return found.id === id ? found : null;
    },
  };

  function at(index: number): Vulnerability {
    const found = vulnerabilityAt(seed, index, count, FIRST_NUMBER);
    const tracked = issuesAt({ seed, count, issues }, index, found);
    return tracked.length === 0 ? found : { ...found, issues: tracked };
  }
}
