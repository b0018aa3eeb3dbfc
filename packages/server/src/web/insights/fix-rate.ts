import type { FixRate } from '@almanac/contract';
import { RATINGS } from '@almanac/core/scores';
import { bars } from '../charts/bars.ts';
import { table } from '../markup.ts';
import { shareOf, type Topic, told, whole } from './topic.ts';

const LEGEND = [
  { fill: 'ruled', text: 'has the fix' },
  { fill: 'full', text: 'lacks it' },
  { fill: 'absent', text: 'unknown' },
] as const;

const SEVERITIES = [...RATINGS, 'unknown'] as const;

export const fixRateFigures: Topic<FixRate> = {
  id: 'fix-rate',
  title: 'Fixes and channels',
  question: 'How many vulnerabilities have a fix, and which channels have it?',
  json: '/fix-rate',
  show({ overall, bySeverity, tracker, trackerReason }) {
    const merged = tracker?.channels ?? [];
    return {
      sentence: `${whole(overall.fixed)} of ${whole(overall.total)} vulnerabilities (${shareOf(overall.fixed, overall.total)}) have a fixed version. ${tracker === null ? `Tracked issues: unknown (${trackerReason ?? 'no reason given'}).` : `${whole(tracker.merged)} of ${whole(tracker.total)} tracked issues have a merged fix.`}`,
      chart: (size) =>
        bars(
          {
            id: 'channels',
            title: 'Merged fixes by channel',
            description:
              merged.length === 0
                ? 'No channel has been checked for a merged fix.'
                : merged
                    .map(
                      ({ channel, contained, lacking, unknown }) =>
                        `${channel}: has ${contained}, lacks ${lacking}, unknown ${unknown}.`,
                    )
                    .join(' '),
            legend: LEGEND,
            bars: merged.map(({ channel, contained, lacking, unknown }) => ({
              label: channel,
              parts: [
                { fill: 'ruled', value: contained },
                { fill: 'full', value: lacking },
                { fill: 'absent', value: unknown },
              ],
              note: `lacks ${whole(lacking)} of ${whole(contained + lacking + unknown)}`,
            })),
            scale: 'share',
          },
          size,
        ),
      numbers: table(
        'Vulnerabilities with a fix, by severity',
        [
          ['Severity', 'name'],
          ['Fixed', 'brief'],
          ['Of', 'brief'],
          ['Share', 'brief'],
        ],
        SEVERITIES.map((severity) => {
          const { fixed, total } = bySeverity[severity];
          return [
            severity === 'unknown' ? 'not rated' : severity,
            told(fixed, 'fixed'),
            told(total, 'in all'),
            shareOf(fixed, total),
          ];
        }),
      ),
      notes: [
        'Counts vulnerabilities that name a package or product. They have a fix if a source names a fixed version.',
        'An issue has a merged fix if a pull request that closes it or names its CVE is merged. A channel has the fix from the day on which it was first seen there.',
      ],
    };
  },
};
