import type { SeverityBreakdown } from '@almanac/contract';
import { bars } from '../charts/bars.ts';
import type { Fill } from '../charts/fills.ts';
import { table } from '../markup.ts';
import { shareOf, type Topic, told, whole } from './topic.ts';

type Tally = SeverityBreakdown['bySeverity'];

/** Worst first; the last two are said as they are. */
const LEGEND = [
  { key: 'critical', fill: 'full', text: 'critical' },
  { key: 'high', fill: 'hatched', text: 'high' },
  { key: 'medium', fill: 'dotted', text: 'medium' },
  { key: 'low', fill: 'ruled', text: 'low' },
  { key: 'none', fill: 'open', text: 'none' },
  { key: 'unknown', fill: 'absent', text: 'rated by nobody' },
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
      sentence: `${whole(total)} vulnerabilities are known. Of the ${whole(rated)} that somebody has rated, ${shareOf(bySeverity.critical, rated)} are critical and ${shareOf(bySeverity.high, rated)} high; ${shareOf(bySeverity.unknown, total)} of all are rated by nobody.`,
      chart: (size) =>
        bars(
          {
            id: 'severity',
            title: 'Vulnerabilities by year and severity',
            description: `One bar for each of the last ${recent.length} years, newest first, divided by severity from critical to rated by nobody.`,
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
          year === null ? 'not dated' : String(year),
          ...LEGEND.map(({ key, text }) => told(tally[key], text)),
          told(all, 'in all'),
        ]),
      ),
      notes: [
        'The year is that of publication, else that of the CVE id. Ids that are aliases of each other count once; what was rejected or withdrawn does not count.',
        `${whole(malware)} reports of malicious packages are left out.`,
        'A year with more vulnerabilities is not a worse year: more are looked for, and more are assigned an id.',
      ],
    };
  },
};
