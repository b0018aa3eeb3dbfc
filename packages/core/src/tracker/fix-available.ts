import { compareText } from '../ids/order.ts';
import { type FixingPull, isFix, type LinkedPull } from './linked-pulls.ts';
import { type IssueFacts, type PullFacts, subjectsOf } from './tracked.ts';

/** A version in which a source says that a CVE is fixed. */
export interface FixedVersion {
  readonly cve: string;
  readonly source: string;
  readonly record: string;
  readonly package: string;
  readonly ecosystem: string | null;
  readonly version: string;
}

/** What makes a fix available: at least one of the two. */
export interface AvailableFix<P extends PullFacts = PullFacts> {
  readonly version: FixedVersion | null;
  /** The first that was merged. */
  readonly pull: FixingPull<P> | null;
}

/** Whether an issue has a fix, and which: a fixed version of one of its CVEs, or a merged pull request that fixes it. */
export function availableFix<P extends PullFacts>(
  issue: IssueFacts,
  pulls: readonly LinkedPull<P>[],
  fixedVersions: ReadonlyMap<string, FixedVersion>,
): AvailableFix<P> | null {
  const version = subjectsOf(issue)
    .map((cve) => fixedVersions.get(cve))
    .find((fixed) => fixed !== undefined);
  const [pull] = pulls
    .filter(isFix)
    .filter((linked) => linked.pull.state === 'merged')
    .toSorted((a, b) => compareText(a.pull.mergedAt ?? '~', b.pull.mergedAt ?? '~') || a.pull.number - b.pull.number);
  if (version === undefined && pull === undefined) return null;
  return { version: version ?? null, pull: pull ?? null };
}
