import type { DataQuality } from '@almanac/contract';
import { bars } from '../charts/bars.ts';
import type { Fill } from '../charts/fills.ts';
import { table } from '../markup.ts';
import { shareOf, type Topic, told, whole } from './topic.ts';

const GRADES = [
  { key: 'A', fill: 'open', text: 'A' },
  { key: 'B', fill: 'ruled', text: 'B' },
  { key: 'C', fill: 'dotted', text: 'C' },
  { key: 'D', fill: 'hatched', text: 'D' },
  { key: 'F', fill: 'full', text: 'F' },
] as const satisfies readonly { key: keyof DataQuality['grades']; fill: Fill; text: string }[];

const YEARS = 12;

export const dataQualityFigures: Topic<DataQuality> = {
  id: 'data-quality',
  title: 'Data quality',
  question: 'How complete are CVE records, and where do sources disagree?',
  json: '/data-quality/stats',
  show({ total, averageScore, grades, byYear, missingFields, conflicts }) {
    const dated = byYear.filter(({ year }) => year !== null).slice(0, YEARS);
    const worst = Object.entries(missingFields).toSorted(([, a], [, b]) => b - a);
    const [most] = worst;
    return {
      sentence: `${shareOf(grades.A + grades.B, total)} of ${whole(total)} CVEs have grade A or B${averageScore === null ? '' : `; the average score is ${averageScore.toFixed(0)} of 100`}.${most === undefined ? '' : ` Most often missing: ${most[0]} (${shareOf(most[1], total)}).`}`,
      chart: (size) =>
        bars(
          {
            id: 'quality',
            title: 'Grades by year of the CVE',
            description: `One bar for each of the last ${dated.length} years, by grade from A to F.`,
            legend: GRADES,
            bars: dated.map(({ year, total: all, grades: of }) => ({
              label: String(year),
              parts: GRADES.map(({ key, fill }) => ({ fill, value: of[key] })),
              note: `${whole(all)} CVEs`,
            })),
            scale: 'share',
          },
          size,
        ),
      numbers: table(
        'Grades by year',
        [['Year', 'name'], ...GRADES.map(({ text }) => [text, 'brief'] as const), ['Score', 'brief']],
        byYear.map(({ year, grades: of, averageScore: score }) => [
          year === null ? 'no date' : String(year),
          ...GRADES.map(({ key, text }) => told(of[key], text)),
          score === null ? 'none' : told(score.toFixed(0), 'points'),
        ]),
      ),
      notes: [
        `Missing fields: ${worst.map(([field, count]) => `${field} ${whole(count)}`).join(', ') || 'none'}.`,
        `Disagreements: ${
          Object.entries(conflicts)
            .toSorted(([, a], [, b]) => b - a)
            .map(([code, count]) => `${code} ${whole(count)}`)
            .join(', ') || 'none'
        }.`,
        'Grades are about the records, not about the vulnerability.',
      ],
    };
  },
};
