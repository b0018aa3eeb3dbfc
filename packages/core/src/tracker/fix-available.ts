import { compareText } from '../ids/order.ts';
import { generic } from '../versions/generic.ts';
import { type FixSubject, isFixOf } from './fix-subject.ts';
import { type FixingPull, isFix, type LinkedPull } from './linked-pulls.ts';
import { type IssueFacts, type PullFacts, subjectsOf } from './tracked.ts';

/** A version in which a source says that a CVE is fixed, and of what. */
export interface FixedVersion extends FixSubject {
  readonly cve: string;
  readonly record: string;
  readonly version: string;
}

/** What makes a fix available: at least one of the two. */
export interface AvailableFix<P extends PullFacts = PullFacts> {
  readonly version: FixedVersion | null;
  /** The first that was merged. */
  readonly pull: FixingPull<P> | null;
}

/**
 * Whether an issue has a fix, and which: a fixed version of its package for one of its CVEs, or a merged pull request that fixes it.
 * Where sources name several versions, the latest counts: by one of them, earlier ones are still affected.
 */
export function availableFix<P extends PullFacts>(
  issue: IssueFacts & { readonly packages: readonly string[] },
  pulls: readonly LinkedPull<P>[],
  fixedVersions: ReadonlyMap<string, readonly FixedVersion[]>,
): AvailableFix<P> | null {
  const version = subjectsOf(issue)
    .map((cve) => latest((fixedVersions.get(cve) ?? []).filter((fixed) => isFixOf(issue.packages, fixed))))
    .find((fixed) => fixed !== undefined);
  const [pull] = pulls
    .filter(isFix)
    .filter((linked) => linked.pull.state === 'merged')
    .toSorted((a, b) => compareText(a.pull.mergedAt ?? '~', b.pull.mergedAt ?? '~') || a.pull.number - b.pull.number);
  if (version === undefined && pull === undefined) return null;
  return { version: version ?? null, pull: pull ?? null };
}

/** Of equal ones the first. */
function latest(fixed: readonly FixedVersion[]): FixedVersion | undefined {
  return fixed.toSorted((a, b) => generic.compare(b.version, a.version))[0];
}
