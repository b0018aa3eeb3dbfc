import type { Assertion, Bound, Claim } from '../ranges/model.ts';
import { isPrerelease } from '../versions/release-core.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Candidates } from './candidates.ts';
import { type Choice, choose, type OpenFinding, type Search } from './choose.ts';
import type { Judge, Vulnerability } from './judge.ts';
import type { NamedVersion } from './model.ts';
import { firstPast, type Obstacle } from './obstacles.ts';

export interface TargetQuestion {
  readonly judge: Judge;
  readonly order: VersionScheme;
  /** The version to move away from; null stands for one that nobody names. */
  readonly current: string | null;
  /** Versions above the current one. */
  readonly candidates: Candidates;
  readonly findings: readonly OpenFinding[];
}

export interface TargetAnswer {
  readonly search: Search;
  readonly choice: Choice;
  /** Candidates that were not tried because they are not releases. */
  readonly prereleases: readonly NamedVersion[];
}

/**
 * Finds the version to move to. Every recommendation of a version comes from here. Pre-releases are tried only from a pre-release, and
 * only where no release is any better.
 */
export function findTarget(question: TargetQuestion): TargetAnswer {
  const { order, current, candidates } = question;
  const prereleases = candidates.versions.flatMap((each) => (isPrerelease(order, each.version) ? [each] : []));
  const early = new Set(prereleases);
  const releases = candidates.versions.filter((each) => !early.has(each));
  const answer = { ...searchAmong(question, releases), prereleases };
  if (answer.choice.target !== null || current === null || !isPrerelease(order, current)) return answer;
  return { ...searchAmong(question, candidates.versions), prereleases: [] };
}

function searchAmong(
  { judge, candidates: { left }, findings }: TargetQuestion,
  candidates: readonly NamedVersion[],
): Pick<TargetAnswer, 'search' | 'choice'> {
  const search: Search = { judge, candidates, findings, others: findOthers(judge, findings) };
  return { search, choice: withinBounds(choose(search), left) };
}

/** Vulnerabilities that a patch answers are not looked for at other versions. */
function findOthers({ vulnerabilities }: Judge, findings: readonly OpenFinding[]): Vulnerability[] {
  const known = new Set(findings.map(({ vulnerability }) => vulnerability));
  return vulnerabilities.filter((each) => !each.patched && !known.has(each));
}

/** Where candidates were left out, finding no target among the others proves nothing. */
function withinBounds(choice: Choice, left: number): Choice {
  return left > 0 && !choice.complete ? { ...choice, exhausted: true } : choice;
}

/** Finds the smallest candidate at which nothing is known to hold, though something may be undecided. */
export function findUnproven({ judge, candidates, findings, others }: Search): NamedVersion | null {
  const all = [...findings.map(({ vulnerability }) => vulnerability), ...others];
  // What no record gives versions for is undecided everywhere.
  const obstacles = all
    .filter(({ records }) => records.length > 0)
    .map((vulnerability): Obstacle => ({ vulnerability, tolerates: 'undecided', opens: false }));
  const { target } = firstPast(judge, candidates, obstacles);
  return target;
}

/**
 * Returns the last version that any record of the package affects, where no evidence names a later one: beyond it nothing is known to
 * hold. Null where a range has no end, or where the end is itself a version that evidence names as fixed.
 */
export function findLastAffected({ vulnerabilities }: Judge, order: VersionScheme): string | null {
  let last: Bound | null = null;
  for (const { found } of vulnerabilities.flatMap(({ patched, records }) => (patched ? [] : records.flat()))) {
    const { claims, defaultStatus } = found.assertion;
    if (defaultStatus === 'affected' || isSample(found.assertion)) return null;
    for (const bound of claims.flatMap(listEnds)) {
      if (bound === null || bound.line || !order.isValid(bound.version)) return null;
      const compared = last === null ? 1 : order.compare(bound.version, last.version);
      if (compared > 0 || (compared === 0 && bound.inclusive)) last = bound;
    }
  }
  return last?.inclusive === true ? last.version : null;
}

/** Reports whether single versions are named and nothing is said about others: whoever names them may have tried no more. */
export function isSample({ claims, defaultStatus }: Assertion): boolean {
  return defaultStatus === 'unknown' && claims.every(({ type }) => type === 'list');
}

/** Lists where affected versions end; null stands for a range without an end. */
function listEnds(claim: Claim): (Bound | null)[] {
  if (claim.status !== 'affected') return [];
  if (claim.type === 'range') return claim.intervals.map(({ to }) => to);
  if (claim.type !== 'list') return [];
  return claim.versions.map((version) => ({ version, inclusive: true, line: false }));
}

/** Finds what holds or is undecided at a version. */
export function findOpen(
  { stateAt }: Judge,
  vulnerabilities: readonly Vulnerability[],
  version: string,
): OpenFinding[] {
  return vulnerabilities.flatMap((vulnerability): OpenFinding[] => {
    const state = stateAt(vulnerability, version);
    return state === 'clear' ? [] : [{ vulnerability, state }];
  });
}
