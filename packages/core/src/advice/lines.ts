import type { MatchFacts } from '../matching/facts.ts';
import { isOfAnotherSubject } from '../matching/resolve/identity-rules.ts';
import { findFixes } from '../records/fixes.ts';
import { findCandidates } from '../remediation/candidates.ts';
import type { OpenFinding } from '../remediation/choose.ts';
import { findLastAffected, findOpen, findTarget, findUnproven } from '../remediation/find-target.ts';
import { type Judge, openJudge, type PackageRecords, type Vulnerability } from '../remediation/judge.ts';
import type { NamedVersion } from '../remediation/model.ts';
import { isPrerelease } from '../versions/release-core.ts';
import type { VersionScheme } from '../versions/scheme.ts';

/** A vulnerability that a version has. */
export interface VersionIssue {
  readonly id: string;
  readonly aliases: readonly string[];
}

/** The way out of one stretch of affected versions, which is mostly a release line. */
export interface LineTarget {
  /** The lowest and the highest affected version that evidence names; null where it names none below the end. */
  readonly affected: { readonly first: string; readonly last: string } | null;
  /** The smallest version above that nothing is known to affect; null where none is named. */
  readonly target: NamedVersion | null;
  /** Where no clean version is named: the last version that anything affects. */
  readonly beyond: string | null;
  /** What affects the target all the same, since no better version is known. */
  readonly remaining: readonly VersionIssue[];
  /** What cannot be decided at the target. */
  readonly undecided: readonly VersionIssue[];
  /** The version that fixes this vulnerability, where it is not the target, and what it has instead. */
  readonly rejected: RejectedFix | null;
}

export interface RejectedFix {
  readonly version: string;
  readonly has: readonly VersionIssue[];
  /** Only in doubt: records about these cannot be evaluated at the version. */
  readonly undecided: readonly VersionIssue[];
}

/** A package judged at every version that matters for one vulnerability. */
export interface JudgedLines {
  /** The highest line first. */
  readonly lines: readonly LineTarget[];
  /**
   * Lists what affects a version, or returns null where that would take too long. The vulnerability itself is among them where
   * another record includes its fix.
   */
  readonly issuesAt: (version: string) => readonly VersionIssue[] | null;
}

export interface PackageFacts {
  readonly facts: MatchFacts;
  readonly records: PackageRecords;
  /** Versions that others than records name. */
  readonly held: readonly NamedVersion[];
  readonly order: VersionScheme;
}

/** Release lines of one package that advice is given for. */
const MAX_LINES = 8;
/** Named versions beyond which a package is not judged line by line, and the work that is spent on one. */
const MAX_VERSIONS = 3_000;
const MAX_WORK = 60_000;

/**
 * Judges a package for one vulnerability, line by line, by the search that plans for an installed version use too: a line's target
 * is that of its highest affected release. Returns null where the package has more versions or records than can be judged in
 * reasonable time, and no lines where nothing says which versions are affected.
 */
export function judgeLines(known: PackageFacts, ids: ReadonlySet<string>): JudgedLines | null {
  const judge = openJudge(known.facts, known.records);
  const vulnerability = judge.vulnerabilities.find(
    (each) => ids.has(each.id) || each.aliases.some((id) => ids.has(id)),
  );
  const named = findCandidates(null, known.order, judge.vulnerabilities, known.held);
  if (named.left > 0 || named.versions.length > MAX_VERSIONS) return null;
  const open = judge.vulnerabilities.filter(({ patched }) => !patched);
  const issuesAt = (version: string) => (judge.work() > MAX_WORK ? null : findIssues(judge, open, version).has);
  if (vulnerability === undefined) return { lines: [], issuesAt };
  const lines: LineTarget[] = [];
  for (const stretch of findStretches(judge, vulnerability, named.versions)) {
    if (lines.length === MAX_LINES) break;
    if (judge.work() > MAX_WORK) return null;
    const line = findLineTarget(known.order, judge, vulnerability, named.versions, stretch);
    const above = lines.at(-1);
    // Two lines with one way out are one.
    const isSame = above !== undefined && formatWayOut(above) !== null && formatWayOut(above) === formatWayOut(line);
    if (!isSame) lines.push(line);
    else lines[lines.length - 1] = { ...above, affected: joinAffected(line.affected, above.affected) };
  }
  return { lines, issuesAt };
}

function formatWayOut({ target, beyond }: LineTarget): string | null {
  return target?.version ?? (beyond === null ? null : `> ${beyond}`);
}

/** Places of consecutive named versions that are affected; `first` is beyond `last` where none is named. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Finds the affected stretches, the highest first. */
function findStretches(judge: Judge, vulnerability: Vulnerability, versions: readonly NamedVersion[]): Stretch[] {
  const states = versions.flatMap(({ version }) => [judge.stateAt(vulnerability, version)]);
  const stretches: Stretch[] = [];
  states.forEach((state, place) => {
    if (state !== 'holds') return;
    const last = stretches.at(-1);
    if (last?.last === place - 1) stretches[stretches.length - 1] = { first: last.first, last: place };
    else stretches.push({ first: place, last: place });
  });
  // Below a fix there are affected versions, also where nobody names one of them.
  const fixes = listFixes(vulnerability);
  versions.forEach(({ version }, place) => {
    const isUnnamed = states[place] === 'clear' && states[place - 1] !== 'holds' && fixes.has(version);
    if (isUnnamed) stretches.push({ first: place, last: place - 1 });
  });
  return stretches.toSorted((a, b) => b.last - a.last);
}

/** Lists the fixes that records about the package itself name; those about other packages of it only where there are no others. */
function listFixes({ records }: Vulnerability): ReadonlySet<string> {
  const entries = records.flat();
  const own = entries.filter(({ identity }) => !isOfAnotherSubject(identity));
  return new Set((own.length > 0 ? own : entries).flatMap(({ found }) => findFixes(found.assertion).versions));
}

function affectsFromTheBeginning({ records }: Vulnerability): boolean {
  return records
    .flat()
    .some(({ found: { assertion } }) =>
      assertion.claims.some(
        (claim) =>
          claim.type === 'range' &&
          claim.status === 'affected' &&
          claim.intervals.some(({ from }) => from === null || /^0(?:\.0)*(?:-0)?$/.test(from.version)),
      ),
    );
}

function findLineTarget(
  order: VersionScheme,
  judge: Judge,
  vulnerability: Vulnerability,
  versions: readonly NamedVersion[],
  { first, last }: Stretch,
): LineTarget {
  const affected = versions.slice(first, last + 1);
  const released = affected.findLast(({ version }) => !isPrerelease(order, version));
  const current = (released ?? affected.at(-1))?.version ?? null;
  const open = judge.vulnerabilities.filter((each) => !each.patched);
  const above = versions.slice(last + 1);
  const findings =
    current === null
      ? [{ vulnerability, state: 'holds' as const }, ...findOpenBelow(judge, open, vulnerability, above)]
      : findOpen(judge, open, current);
  const { choice, search } = findTarget({
    judge,
    order,
    current,
    candidates: { versions: above, left: 0 },
    findings,
  });
  // A target that leaves this vulnerability open serves others, and one that nothing is known to affect is better than one that has some.
  const isWayOut = choice.target !== null && judge.stateAt(vulnerability, choice.target.version) === 'clear';
  const isProven =
    isWayOut && choice.target !== null && findIssues(judge, open, choice.target.version).has.length === 0;
  const unproven = isProven ? null : findUnproven(search);
  const target = unproven ?? (isWayOut ? choice.target : null);
  const fixed = search.candidates.find(({ version }) => judge.stateAt(vulnerability, version) === 'clear');
  const others = open.filter((each) => each !== vulnerability);
  const atTarget = target === null ? null : findIssues(judge, open, target.version);
  const isClean = atTarget !== null && atTarget.has.length === 0;
  const beyond = isClean ? null : findLastAffected(judge, order);
  const isRejected = fixed !== undefined && (fixed.version !== target?.version || beyond !== null);
  const atFix = isRejected ? findIssues(judge, others, fixed.version) : null;
  const [lowest, highest] = [affected[0], affected.at(-1)];
  return {
    affected: lowest === undefined || highest === undefined ? null : { first: lowest.version, last: highest.version },
    // A version beyond everything that is affected is better than one that something affects.
    target: beyond === null ? target : null,
    beyond,
    remaining: beyond === null ? (atTarget?.has ?? []) : [],
    undecided: beyond === null ? (atTarget?.undecided ?? []) : [],
    rejected: atFix === null || fixed === undefined ? null : { version: fixed.version, ...atFix },
  };
}

/** Finds what is open at a version that nobody names, below all those above: it affects them from the beginning, or may affect all. */
function findOpenBelow(
  judge: Judge,
  open: readonly Vulnerability[],
  besides: Vulnerability,
  above: readonly NamedVersion[],
): OpenFinding[] {
  return open.flatMap((vulnerability): OpenFinding[] => {
    if (vulnerability === besides) return [];
    const states = above.map(({ version }) => judge.stateAt(vulnerability, version));
    const isNeverClear = states.length > 0 && !states.includes('clear');
    if (isNeverClear && !states.includes('holds')) return [{ vulnerability, state: 'undecided' }];
    const isOpen = isNeverClear || states[0] === 'holds';
    return isOpen && affectsFromTheBeginning(vulnerability) ? [{ vulnerability, state: 'holds' }] : [];
  });
}

function findIssues(
  judge: Judge,
  vulnerabilities: readonly Vulnerability[],
  version: string,
): { has: VersionIssue[]; undecided: VersionIssue[] } {
  const open = findOpen(judge, vulnerabilities, version);
  const pick = (wanted: 'holds' | 'undecided') =>
    open.flatMap(({ vulnerability: { id, aliases }, state }) => (state === wanted ? [{ id, aliases }] : []));
  return { has: pick('holds'), undecided: pick('undecided') };
}

function joinAffected(low: LineTarget['affected'], high: LineTarget['affected']): LineTarget['affected'] {
  if (low === null || high === null) return high ?? low;
  return { first: low.first, last: high.last };
}
