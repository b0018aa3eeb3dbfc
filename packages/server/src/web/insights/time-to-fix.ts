import type { FixBenchmark, TimeToFix } from '@almanac/contract';
import { spans } from '../charts/spans.ts';
import { table } from '../markup.ts';
import { type Topic, told, whole } from './topic.ts';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'unknown'] as const;

const COLUMNS = [
  ['Issues', 'name'],
  ['Median', 'brief'],
  ['75 %', 'brief'],
  ['90 %', 'brief'],
  ['Fixed', 'brief'],
  ['Open', 'brief'],
  ['Closed otherwise', 'brief'],
] as const;

export const timeToFixFigures: Topic<TimeToFix> = {
  id: 'time-to-fix',
  title: 'Time to fix',
  question: 'How long do tracked issues take to be fixed?',
  json: '/analytics/time-to-fix',
  show({ overall, bySeverity, byQuarter, leastFixed }) {
    const { p50, p90, issues, fixed, open } = overall;
    const rows = SEVERITIES.map((severity) => ({ name: nameOf(severity), benchmark: bySeverity[severity] }));
    return {
      sentence:
        p50 === null
          ? `${whole(fixed)} of ${whole(issues)} issues ${fixed === 1 ? 'is' : 'are'} fixed: too few to say how long a fix takes.`
          : `Median time to fix: ${formatDays(p50.days)}.${p90 === null ? '' : ` 90th percentile: ${formatDays(p90.days)}.`} From ${whole(fixed)} fixed and ${whole(open)} open issues.`,
      chart: (size) =>
        spans(
          {
            title: 'Median days to fix, by severity',
            description: rows.map(({ name, benchmark }) => `${name}: ${inWords(benchmark)}.`).join(' '),
            spans: rows.map(({ name, benchmark }) => ({
              label: name,
              middle: benchmark.p50?.days ?? null,
              low: benchmark.p50?.low ?? null,
              high: benchmark.p50?.high ?? null,
              note: noteOf(benchmark),
            })),
            unit: 'days',
          },
          size,
        ),
      numbers: table('How long fixes take', COLUMNS, [
        cells('all', overall),
        ...rows.map(({ name, benchmark }) => cells(name, benchmark)),
        ...byQuarter.map((benchmark) => cells(benchmark.quarter, benchmark)),
      ]),
      notes: [
        'Kaplan–Meier estimate: open issues count as not fixed for as long as they have been open. The line is the 95 % confidence interval of the median; an arrow means that its upper end has not been reached yet.',
        `Fewer than ${leastFixed} fixes give no figure.`,
        'Quarters are those in which issues were opened. Recent issues have had little time to be fixed.',
      ],
    };
  },
};

function nameOf(severity: (typeof SEVERITIES)[number]): string {
  return severity === 'unknown' ? 'not rated' : severity;
}

const rounded = (days: number) => (days < 10 ? days.toFixed(1) : days.toFixed(0));

function formatDays(days: number | null): string {
  return days === null ? 'not reached yet' : `${rounded(days)} days`;
}

function inWords({ p50, fixed, issues }: FixBenchmark): string {
  if (p50 === null) return `too few fixes (${fixed} of ${issues})`;
  return p50.days === null ? 'fewer than half are fixed' : `median ${rounded(p50.days)} days`;
}

function noteOf({ p50, fixed, issues }: FixBenchmark): string {
  if (p50 === null) return `too few: ${whole(fixed)} of ${whole(issues)}`;
  const days = p50.days === null ? 'over half open' : `${rounded(p50.days)} days`;
  return `${days}, ${whole(fixed)} of ${whole(issues)}`;
}

function cells(name: string, { p50, p75, p90, fixed, open, closedOtherwise }: FixBenchmark) {
  return [
    name,
    daysOf(p50, 'median'),
    daysOf(p75, 'for 75 %'),
    daysOf(p90, 'for 90 %'),
    told(fixed, 'fixed'),
    told(open, 'open'),
    told(closedOtherwise, 'closed otherwise'),
  ];
}

function daysOf(percentile: FixBenchmark['p50'], word: string) {
  if (percentile === null) return 'too few';
  return percentile.days === null ? 'not yet' : told(`${rounded(percentile.days)} days`, word);
}
