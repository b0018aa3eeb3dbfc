import { describeCleared, type FileStep, formatRun } from '@almanac/core/remediation';
import { type FoundLine, packageWords } from '../formats/found.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { bullet, indented } from '../output/sections.ts';
import { type Cell, table } from '../output/table.ts';
import { count, counted } from '../output/words.ts';
import type { Session } from '../session.ts';
import type { AppliedRun } from './apply.ts';
import type { Application, Plan } from './plan.ts';

/** Limits of the table; --json has everything. */
const SHOWN = { ids: 4, rest: 20 };

export function planLines(session: Session, plan: Plan, isToDo: boolean): string[] {
  const { steps, runs, cleared, rest, left, notes } = plan;
  const byHand = steps.flatMap(({ file, name, to, byHand: how }) =>
    how === null ? [] : [`${name} ${to} in ${file}: ${how}`],
  );
  return [
    ...(steps.length === 0 ? [] : [...stepTable(session, plan), '']),
    ...(isToDo && runs.length > 0
      ? ['Commands (use --apply to run them):', ...runs.map((run) => `  ${formatRun(run)}`), '']
      : []),
    ...(byHand.length === 0 ? [] : ['Manual changes:', ...byHand.flatMap((line) => bullet(session, line)), '']),
    ...(rest.length === 0 ? [] : [...restLines(session, plan), '']),
    describeCleared(cleared, rest.length),
    ...(left === 0
      ? []
      : bullet(
          session,
          `${counted(left, 'affected package')} not planned: the limit is 1,000 packages, 40 of them from nixpkgs`,
        )),
    ...notes.flatMap((note) => bullet(session, note)),
  ];
}

function stepTable({ colours, width }: Session, { steps, scan }: Plan): string[] {
  const several = scan.files.length > 1;
  const columns = [
    { head: 'Package', least: 12 },
    { head: 'From', least: 7 },
    { head: 'To', least: 7 },
    { head: 'Fixes', least: 14 },
    { head: 'Introduced by', least: 12, mayGo: true },
    ...(several ? [{ head: 'File', least: 10, keepEnd: true, mayGo: true } as const] : []),
  ] as const;
  return table(
    columns,
    steps.map((step) => [...cellsOf(step), ...(several ? [{ text: step.file, paint: colours.dim }] : [])]),
    width,
    colours.dim,
  );
}

function cellsOf({ name, from, to, crossesMajor, clears, through }: FileStep): Cell[] {
  const named = clears.slice(0, SHOWN.ids).map(({ id, kev }) => (kev ? `${id} (exploited)` : id));
  const more = clears.length - named.length;
  return [
    { text: name },
    { text: from.join(', ') },
    { text: crossesMajor ? `${to} (new major version)` : to },
    { text: [...named, ...(more === 0 ? [] : [`${more} more`])].join(', ') },
    { text: through.length === 0 ? '' : `via ${through.at(-1)}` },
  ];
}

function restLines(session: Session, { rest }: Plan): string[] {
  const lines = rest
    .slice(0, SHOWN.rest)
    .flatMap(({ name, version, finding: { id, why } }) => bullet(session, `${name} ${version ?? ''} ${id}: ${why}`));
  const more = rest.length - SHOWN.rest;
  return ['No upgrade fixes:', ...lines, ...(more > 0 ? [`- ${count(more)} more; use --json to see all`] : [])];
}

export function applicationLines(session: Session, { runs, difference }: Application): string[] {
  const { colours } = session;
  const done = runs.filter(({ state }) => state === 'done').length;
  const others = runs.filter(({ state }) => state !== 'done');
  const { gone, remain, unchecked, opened } = difference;
  return [
    `${counted(done, 'command')} of ${count(runs.length)} completed.`,
    ...others.flatMap((run) => notDone(session, run)),
    `${counted(gone.length, 'finding')} fixed, ${count(remain.length)} remaining, ${count(unchecked.length)} not checked, ${count(opened.length)} new.`,
    ...remain.map((line) => foundLine(session, 'remains', line)),
    ...unchecked.map((line) => foundLine(session, 'not checked', line)),
    ...opened.map((line) => foundLine(session, 'new', line)),
    ...(gone.length === 0
      ? []
      : [colours.dim(`fixed: ${[...new Set(gone.map(({ finding }) => plain(finding.id)))].join(', ')}`)]),
  ];
}

function notDone(session: Session, run: AppliedRun): string[] {
  const head = `- ${run.state === 'failed' ? 'failed' : 'not run'}: ${formatRun(run)}`;
  return [head, ...indented(session, run.why ?? '')];
}

function foundLine({ colours }: Session, word: string, { row, finding }: FoundLine): string {
  const severity = paintOf(colours, finding.severity)(plain(finding.severity ?? 'not rated'));
  return `- ${word}: ${plain(`${packageWords(row)} ${finding.id}`)} ${severity} ${plain(`in ${row.file}`)}`;
}
