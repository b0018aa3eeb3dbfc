import type { SeverityCounts, Stats, TrackerStats } from '@almanac/contract';
import { isFix, progressOf } from '@almanac/core/tracker';
import type { JudgedIssue } from './judged-issues.ts';
import { countVerdicts, type OpenVerdicts } from './open-verdicts.ts';

/** Counts of all tracked issues (spec 2.2). */
export function statsOf(issues: readonly JudgedIssue[]): Stats {
  return {
    total: issues.length,
    bySeverity: severityCounts(issues),
    withFix: count(issues, ({ fix }) => fix !== null),
    assigned: count(issues, ({ issue }) => issue.assignees.length > 0),
  };
}

export function trackerStatsOf(issues: readonly JudgedIssue[], verdicts: OpenVerdicts, now: number): TrackerStats {
  const open = issues.filter(({ issue }) => issue.state === 'open');
  const byAgeBand = { week: 0, month: 0, quarter: 0, year: 0, older: 0 };
  for (const { issue } of open) byAgeBand[bandOf(now - Date.parse(issue.createdAt))] += 1;
  return {
    total: issues.length,
    byState: { open: open.length, closed: issues.length - open.length },
    openByVerdict: countVerdicts(open.map(({ issue }) => verdicts.ofIssue(issue))),
    bySeverity: severityCounts(issues),
    byAgeBand,
    withFix: count(issues, ({ fix }) => fix !== null),
    withOpenPr: count(issues, ({ pulls }) => pulls.some((each) => isFix(each) && each.pull.state === 'open')),
    merged: count(issues, ({ fix }) => fix?.pull != null),
    inChannel: count(issues, ({ pulls }) =>
      pulls.some((each) => isFix(each) && progressOf(each.pull).stage === 'channel'),
    ),
  };
}

function severityCounts(issues: readonly JudgedIssue[]): SeverityCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 };
  for (const { severity } of issues) counts[severity.severity] += 1;
  return counts;
}

function count(issues: readonly JudgedIssue[], holds: (judged: JudgedIssue) => boolean): number {
  return issues.reduce((sum, judged) => sum + Number(holds(judged)), 0);
}

const DAY = 86_400_000;
const BANDS = [
  ['week', 7],
  ['month', 30],
  ['quarter', 90],
  ['year', 365],
] as const;

function bandOf(age: number): keyof TrackerStats['byAgeBand'] {
  return BANDS.find(([, days]) => age <= days * DAY)?.[0] ?? 'older';
}
