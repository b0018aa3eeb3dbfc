import type { SeverityBreakdown } from '@almanac/contract';
import { bars } from '../charts/bars.ts';
import type { Fill } from '../charts/fills.ts';
import { table } from '../markup.ts';
import { shareOf, type Topic, told, whole } from './topic.ts';

type Tally = SeverityBreakdown['bySeverity'];

const LEGEND = [
  { key: 'critical', fill: 'full', text: 'critical' },
  { key: 'high', fill: 'hatched', text: 'high' },
  { key: 'medium', fill: 'dotted', text: 'medium' },
  { key: 'low', fill: 'ruled', text: 'low' },
  { key: 'none', fill: 'open', text: 'none' },
  { key: 'unknown', fill: 'absent', text: 'not rated' },
] as const satisfies readonly { key: keyof Tally; fill: Fill; text: string }[];

const YEARS = 12;

export const severityOverTime: Topic<SeverityBreakdown> = {
  id: 'severity',
  title: 'Severity over time',
  question: 'How many vulnerabilities are published each year, and how are they rated?',
  json: '/severity-breakdown',
  show({ total, bySeverity, byYear, malware }) {
    const dated = byYear.flatMap(({ year, ...rest }) => (year === null ? [] : [{ year, ...rest }]));
    const recent = dated.slice(0, YEARS);
    const rated = total - bySeverity.unknown;
    return {
      sentence: `${whole(total)} vulnerabilities. Of the ${whole(rated)} with a rating, ${shareOf(bySeverity.critical, rated)} are critical and ${shareOf(bySeverity.high, rated)} high. ${shareOf(bySeverity.unknown, total)} are not rated.`,
      chart: (size) =>
        bars(
          {
            id: 'severity',
            title: 'Vulnerabilities by year and severity',
            description: `One bar for each of the last ${recent.length} years, newest first, by severity from critical to not rated.`,
            legend: LEGEND,
            bars: recent.map(({ year, total: all, bySeverity: tally }) => ({
              label: String(year),
              parts: LEGEND.map(({ key, fill }) => ({ fill, value: tally[key] })),
              note: whole(all),
            })),
            scale: 'amount',
          },
          size,
        ),
      numbers: table(
        'Vulnerabilities by year and severity',
        [['Year', 'name'], ...LEGEND.map(({ text }) => [text, 'brief'] as const), ['All', 'brief']],
        byYear.map(({ year, total: all, bySeverity: tally }) => [
          year === null ? 'no date' : String(year),
          ...LEGEND.map(({ key, text }) => told(tally[key], text)),
          told(all, 'in all'),
        ]),
      ),
      notes: [
        'The year is that of publication, or of the CVE id if there is no date. Aliases count once. Rejected and withdrawn records do not count.',
        `${whole(malware)} reports of malicious packages are not included.`,
        'More vulnerabilities do not mean a worse year: more people look for them, and more of them get an id.',
      ],
    };
  },
};
