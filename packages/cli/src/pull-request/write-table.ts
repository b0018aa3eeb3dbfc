import type { PullFinding, PullFixes } from '@almanac/contract';
import { plain, plainLines } from '../output/plain-text.ts';
import { bullet, indented, paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { count, counted } from '../output/words.ts';
import { coverageWords, type Gap } from '../scan/gaps.ts';
import type { Session } from '../session.ts';
import { isByHand } from './outcome.ts';
import type { PullAnswer } from './pull.ts';

export function validationLines(session: Session, answer: PullAnswer, gaps: readonly Gap[]): string[] {
  const { findings } = answer.data;
  return [
    ...findings.flatMap((finding) => findingLines(session, finding)),
    ...(findings.length === 0 ? [] : ['']),
    ...summaryLines(session, answer, gaps),
  ];
}

/** Adds fixes, suggested texts and the diff. */
export function fixLines(session: Session, answer: PullAnswer, gaps: readonly Gap[]): string[] {
  const { findings, fixes, diff, suggested } = answer.data;
  const { title, body, labels } = suggested;
  return [
    ...findings.flatMap((finding, i) => [...findingLines(session, finding), ...fixOf(session, fixes[i])]),
    ...(findings.length === 0 ? [] : ['']),
    ...(title === null ? [] : [`Title: ${plain(title)}`]),
    ...(body === null
      ? []
      : [
          'Text:',
          ...plainLines(body)
            .split('\n')
            .map((line) => `  ${line}`),
        ]),
    ...(labels.length === 0 ? [] : [`Labels: ${labels.map(plain).join(', ')}`]),
    ...(diff === null ? [] : ['', plainLines(diff).trimEnd(), '']),
    ...summaryLines(session, answer, gaps),
  ];
}

function findingLines(session: Session, { severity, rule, file, line, message }: PullFinding): string[] {
  const { colours } = session;
  const paint = severity === 'error' ? colours.red : colours.yellow;
  return [`${paint(severity)} ${plain(`${file}:${line}`)} ${plain(rule)}`, ...indented(session, message)];
}

function fixOf(session: Session, fix: PullFixes['fixes'][number] | undefined): string[] {
  if (fix === undefined) return [];
  const how = isByHand(fix)
    ? 'manually'
    : fix.diff === null
      ? `with the ${fix.suggests.join(' and the ')} below`
      : 'with the diff below';
  return indented(session, `fix ${how}: ${fix.explanation}`);
}

function summaryLines(session: Session, answer: PullAnswer, gaps: readonly Gap[]): string[] {
  const { colours, width } = session;
  const { findings, packages, files } = answer.data;
  const of = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  const cells = packages.map(({ name, oldVersion, newVersion, verdict }) => [
    { text: name },
    { text: oldVersion ?? '' },
    { text: newVersion ?? '' },
    { text: verdict.replaceAll('_', ' ') },
  ]);
  const columns = [{ head: 'Package', least: 12 }, { head: 'From' }, { head: 'To' }, { head: 'Verdict' }];
  const notes = packages.flatMap((each) => each.notes.map((note) => `${each.name}: ${note}`));
  return [
    ...(cells.length === 0 ? [] : [...table(columns, cells, width, colours.dim), '']),
    `${counted(of('error'), 'error')}, ${counted(of('warning'), 'warning')} in ${counted(packages.length, 'package')} of ${counted(files, 'file')}`,
    ...notes.slice(0, NAMED).flatMap((note) => bullet(session, `unknown: ${note}`)),
    ...(notes.length > NAMED ? [`- ${count(notes.length - NAMED)} more notes; use --json to see all`] : []),
    ...gaps.flatMap(({ words }) => bullet(session, `incomplete: ${words}`)),
    ...paragraph(session, coverageWords(answer)).map(colours.dim),
  ];
}

const NAMED = 20;
