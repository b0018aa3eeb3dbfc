import {
  type AvailableFix,
  availableFix,
  type IssueSeverity,
  indexPulls,
  issueSeverity,
  type LinkedPull,
  type Rating,
  subjectsOf,
} from '@almanac/core';
import { type TrackerIssue, trackerIssues } from '../../queries/tracker-issues.ts';
import { type TrackerPullRow, trackerPulls } from '../../queries/tracker-pulls.ts';
import type { AlmanacDatabases, Db } from '../../store/database.ts';
import { cveSeverities } from '../cve/cve-severities.ts';
import { type KnownFixes, trackedFixes } from './tracked-fixes.ts';

/** An issue with what was decided about it. */
export interface JudgedIssue {
  readonly issue: TrackerIssue;
  readonly severity: IssueSeverity;
  readonly fix: AvailableFix<TrackerPullRow> | null;
  readonly pulls: readonly LinkedPull<TrackerPullRow>[];
}

/** The whole tracker at one moment. */
export interface Board {
  /** By number. */
  readonly issues: readonly JudgedIssue[];
  /** What sources rate the CVEs that issues are about. */
  readonly severities: ReadonlyMap<string, Rating>;
}

export interface Boards {
  read(): Promise<Board>;
}

/** Every filter of every list is answered from one reading; what it says changes by the minute. */
const KEPT_MS = 5_000;

export function openBoards(databases: AlmanacDatabases, now: () => number): Boards {
  let kept: { readonly at: number; readonly board: Promise<Board> } | null = null;
  let reading: Promise<Board> | null = null;
  let fixes: KnownFixes | undefined;

  async function read(): Promise<Board> {
    try {
      const board = await databases.readWithFallback((db) => readBoard(db, fixes));
      ({ fixes } = board);
      return board;
    } catch (error) {
      kept = null;
      throw error;
    } finally {
      reading = null;
    }
  }

  return {
    read() {
      // Where it takes longer than it is kept, a second one beside it would make both take longer still.
      if (reading !== null) return reading;
      const at = now();
      if (kept !== null && at - kept.at < KEPT_MS && at >= kept.at) return kept.board;
      reading = read();
      kept = { at, board: reading };
      return reading;
    },
  };
}

function readBoard(db: Db, before: KnownFixes | undefined): Promise<Board & { readonly fixes: KnownFixes }> {
  // One snapshot: an issue is not shown beside a pull request that was merged after it was read.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => judged(trx, await trackerIssues(trx, 'tracked'), null, before));
}

/** Decides about these issues; `near` are those whose pull requests are wanted, null for all pull requests there are. */
export async function judged(
  db: Db,
  issues: readonly TrackerIssue[],
  near: readonly TrackerIssue[] | null,
  before?: KnownFixes,
): Promise<Board & { readonly fixes: KnownFixes }> {
  const subjects = [...new Set(issues.flatMap(subjectsOf))];
  const [{ pulls, links }, severities, fixes] = await Promise.all([
    trackerPulls(db, near),
    cveSeverities(db, subjects),
    trackedFixes(db, issues, { before }),
  ]);
  const index = indexPulls(pulls, links);
  return {
    fixes,
    severities,
    issues: issues.map((issue) => judge(issue, index.of(issue), severities, fixes)),
  };
}

export function judge(
  issue: TrackerIssue,
  pulls: JudgedIssue['pulls'],
  severities: ReadonlyMap<string, Rating>,
  fixes: KnownFixes,
): JudgedIssue {
  const ratings = subjectsOf(issue).map((cve) => severities.get(cve) ?? null);
  return {
    issue,
    severity: issueSeverity(issue.labelSeverity, ratings),
    fix: availableFix(pulls, fixes.get(issue.number)?.fix ?? null),
    pulls,
  };
}
