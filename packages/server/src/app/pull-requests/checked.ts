import {
  type Coverage,
  MOST_DIFF_BYTES,
  type PullPackage,
  type PullRequestInput,
  type PullValidation,
} from '@almanac/contract';
import { type DiffFile, parseDiff } from '@almanac/core/diff';
import {
  type FoundIn,
  type PackageChange,
  type PullText,
  packageChanges,
  pullNotesOf,
  validatePull,
} from '@almanac/core/pull-request';
import { ApiError } from '../errors.ts';
import { PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { packageCoverage } from '../packages/coverage.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { type Gathered, gatherChanges, isAskedAbout } from './gather.ts';

/** A pull request that was read and held against the rules. */
export interface CheckedPull {
  readonly text: PullText;
  readonly files: readonly DiffFile[];
  readonly changes: readonly PackageChange[];
  readonly gathered: Gathered;
  readonly found: readonly FoundIn[];
  readonly data: PullValidation;
  readonly coverage: Coverage;
}

/** Packages and findings that are shown; a change to the whole tree has thousands. */
const MOST_SHOWN = 500;

/** `counted` is told how many packages would be looked up; null where it declines. */
export async function checkPull(
  deps: MatchDeps,
  given: PullRequestInput,
  counted: (packages: number) => Promise<boolean>,
): Promise<CheckedPull | null> {
  const files = readDiff(given.diff);
  const { title = null, body = null, base = null, labels = [] } = given;
  const text: PullText = { title, body, base, labels };
  const changes = packageChanges(files);
  if (!(await counted(changes.filter(isAskedAbout).length))) return null;
  const gathered = await gatherChanges(deps, text, changes);
  const all = validatePull(text, changes, gathered.factsOf);
  const found = all.slice(0, MOST_SHOWN);
  const { coverage, asOf } = await packageCoverage(deps, [...PACKAGE_SOURCES, 'channels']);
  const data: PullValidation = {
    findings: found.map(({ finding }) => ({
      ...finding,
      cves: [...finding.cves],
      evidence: finding.evidence.map((each) =>
        each.kind === 'match'
          ? { ...each, affectedVersions: each.affectedVersions ?? 'unknown', sources: [...each.sources] }
          : each,
      ),
    })),
    packages: changes.slice(0, MOST_SHOWN).map((change) => shownPackage(text, change, gathered)),
    files: files.length,
    lookedUp: gathered.lookedUp,
    truncated:
      gathered.truncated ||
      changes.length > MOST_SHOWN ||
      all.length > MOST_SHOWN ||
      changes.some(({ unread }) => unread.length > 0),
  };
  return { text, files, changes, gathered, found, data, coverage: { coverage, asOf } };
}

function readDiff(diff: string): readonly DiffFile[] {
  if (Buffer.byteLength(diff) > MOST_DIFF_BYTES) {
    throw new ApiError('BODY_TOO_LARGE', `Member 'diff' is larger than ${MOST_DIFF_BYTES} bytes`);
  }
  const { files, problem } = parseDiff(diff);
  if (files !== null) return files;
  throw new ApiError('DIFF_INVALID', `Member 'diff', line ${problem.line}: ${problem.reason}`, {
    hint: 'Send the unmodified output of `git diff`.',
  });
}

function shownPackage(text: PullText, change: PackageChange, { factsOf }: Gathered): PullPackage {
  const facts = factsOf(change);
  const { name, file, line, kind, oldVersion, newVersion } = change;
  const judged = facts?.new ?? null;
  return {
    name,
    attribute: facts?.attribute ?? null,
    file,
    line: Math.max(1, line),
    change: kind,
    oldVersion,
    newVersion,
    verdict: judged?.verdict ?? 'unknown',
    verdictReason: judged?.verdictReason ?? 'Not checked.',
    notes: [...pullNotesOf(text, change, facts)],
  };
}
