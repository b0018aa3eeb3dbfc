import type { FixRate } from '@almanac/contract';
import { RATINGS } from '@almanac/core/scores';
import { bars } from '../charts/bars.ts';
import { table } from '../markup.ts';
import { shareOf, type Topic, told, whole } from './topic.ts';

const LEGEND = [
  { fill: 'ruled', text: 'contains the fix' },
  { fill: 'full', text: 'lacks it' },
  { fill: 'absent', text: 'not known' },
] as const;

const SEVERITIES = [...RATINGS, 'unknown'] as const;

export const fixRateFigures: Topic<FixRate> = {
  id: 'fix-rate',
  title: 'Fixes and channels',
  question: 'For how many vulnerabilities is there a fix, and which channels have those that were merged?',
  json: '/fix-rate',
  show({ overall, bySeverity, tracker, trackerReason }) {
    const merged = tracker?.channels ?? [];
    return {
      sentence: `A version without the vulnerability is named for ${whole(overall.fixed)} of ${whole(overall.total)} (${shareOf(overall.fixed, overall.total)}). ${tracker === null ? `Of the tracker nothing can be said: ${trackerReason ?? 'unknown'}.` : `Of ${whole(tracker.total)} tracked issues ${whole(tracker.merged)} have a merged fix.`}`,
      chart: (size) =>
        bars(
          {
            id: 'channels',
            title: 'Merged fixes by channel',
            description:
              merged.length === 0
                ? 'No channel has been asked about a merged fix.'
                : merged
                    .map(
                      ({ channel, contained, lacking, unknown }) =>
                        `${channel}: contains ${contained}, lacks ${lacking}, not known ${unknown}.`,
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
            severity === 'unknown' ? 'rated by nobody' : severity,
            told(fixed, 'fixed'),
            told(total, 'in all'),
            shareOf(fixed, total),
          ];
        }),
      ),
      notes: [
        'Counted are vulnerabilities that name a package or product. A fix is a version that a source names as without the vulnerability.',
        'Of the tracker, a fix counts as merged where a pull request that closes the issue or names its CVE is merged; a channel contains it from the day on which it was seen to.',
      ],
    };
  },
};
