import { compareText } from '../ids/order.ts';
import { type FixingPull, isFix, type LinkedPull } from './linked-pulls.ts';
import type { PullFacts } from './tracked.ts';
import type { FixedVersion } from './tracked-fix.ts';

/** At least one of the two is set. */
export interface AvailableFix<P extends PullFacts = PullFacts> {
  readonly version: FixedVersion | null;
  /** The first that was merged. */
  readonly pull: FixingPull<P> | null;
}

/** Whether an issue has a fix, and which: a fixed version of its package for one of its CVEs, or a merged pull request that fixes it. */
export function availableFix<P extends PullFacts>(
  pulls: readonly LinkedPull<P>[],
  version: FixedVersion | null,
): AvailableFix<P> | null {
  const [pull] = pulls
    .filter(isFix)
    .filter((linked) => linked.pull.state === 'merged')
    .toSorted((a, b) => compareText(a.pull.mergedAt ?? '~', b.pull.mergedAt ?? '~') || a.pull.number - b.pull.number);
  if (version === null && pull === undefined) return null;
  return { version, pull: pull ?? null };
}
