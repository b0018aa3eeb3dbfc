import type { MyRow } from '@almanac/contract';
import { newsSentence, nextStep } from '@almanac/core/my-packages';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { paragraph } from '../output/sections.ts';
import { type Cell, table } from '../output/table.ts';
import { wrapped } from '../output/width.ts';
import { counted } from '../output/words.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';
import type { TodayResult } from './ask.ts';

const COLUMNS = [
  { head: 'Package', least: 12 },
  { head: 'Version', least: 7, mayGo: true },
  { head: 'Worst', least: 14 },
  { head: 'Severity' },
  { head: 'Upgrade to', least: 8 },
  { head: 'Since', mayGo: true },
] as const;

export function todayLines(session: Session, { data, coverage, asOf, suppressed }: TodayResult): string[] {
  const { colours, width } = session;
  const { totals, rows, left } = data;
  const affected = rows.filter(({ verdict }) => verdict === 'affected');
  const paint = totals.affected > 0 ? colours.red : totals.unknown > 0 ? colours.yellow : colours.green;
  const columns = width ?? 120;
  return [
    ...paragraph(session, data.sentence).map((line) => colours.bold(paint(line))),
    ...(rows.length === 0 ? [] : paragraph(session, newsSentence(rows, session.now()))),
    ...(affected.length === 0
      ? []
      : [
          '',
          ...table(
            COLUMNS,
            affected.map((row) => cellsOf(session, row)),
            width,
            colours.dim,
          ),
          '',
        ]),
    ...unknownLines(rows, left).flatMap((line) =>
      wrapped(plain(line), columns - 2).map((part, i) => `${i === 0 ? '-' : ' '} ${part}`),
    ),
    ...(suppressed === 0 ? [] : paragraph(session, `${counted(suppressed, 'finding')} suppressed by a decision.`)),
    ...paragraph(session, coverageWords({ coverage, asOf })).map(colours.dim),
  ];
}

function cellsOf({ colours }: Session, row: MyRow): Cell[] {
  const [worst] = row.findings;
  const others = row.total - 1;
  const severity = worst?.severity ?? null;
  const words = [severity ?? 'not rated', ...(worst?.kev === true ? ['exploited'] : [])].join(', ');
  const fix = row.fix === null ? (row.advice?.action ?? 'not checked').replaceAll('_', ' ') : row.fix.version;
  return [
    { text: row.package },
    { text: row.version ?? 'no version' },
    { text: `${worst?.id ?? 'unknown'}${others > 0 ? ` +${others}` : ''}` },
    { text: words, paint: paintOf(colours, severity) },
    { text: row.fix !== null && row.fix.fixes < row.fix.of ? `${fix} (${row.fix.fixes} of ${row.fix.of})` : fix },
    { text: row.knownSince?.slice(0, 10) ?? 'unknown' },
  ];
}

const MOST_REASONS = 8;
const MOST_NAMES = 5;

/** Groups by reason and next step. */
function unknownLines(rows: readonly MyRow[], left: number): string[] {
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  const groups = [
    ...Map.groupBy(unknown, (row) => [row.verdictReason, nextStep(row)?.sentence ?? ''].join(' ').trim()),
  ];
  const lines = groups.slice(0, MOST_REASONS).map(([words, same]) => {
    const names = same
      .slice(0, MOST_NAMES)
      .map(({ package: name, version }) => `${name}${version === null ? '' : ` ${version}`}`);
    const more = same.length > MOST_NAMES ? ` and ${counted(same.length - MOST_NAMES, 'other')}` : '';
    return `unknown: ${names.join(', ')}${more}: ${words}`;
  });
  const rest = groups.slice(MOST_REASONS).reduce((sum, [, same]) => sum + same.length, 0);
  return [
    ...lines,
    ...(rest === 0 ? [] : [`unknown: ${counted(rest, 'other')} for other reasons; use --json to see all`]),
    ...(left === 0
      ? []
      : [`unknown: ${counted(left, 'more package')} of this maintainer; only the first 100 are checked`]),
  ];
}
