import path from 'node:path';
import {
  CAUSES,
  type ComparedFinding,
  compareReport,
  readReport,
  type ScannerReport,
  sideOf,
} from '@almanac/core/compare';
import type { ScanReason } from '@almanac/core/scan';
import { knowledgeAbout, type ReportKnowledge } from '../compare/knowledge.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain } from '../output/plain-text.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { counted } from '../output/words.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { loadDecisions } from '../scan/decision-files.ts';
import { coverageWords, type Gap, gapsOf } from '../scan/gaps.ts';
import { readText } from '../scan/read-files.ts';
import type { Session } from '../session.ts';

export interface CompareOptions {
  /** False: `--no-decisions`. */
  readonly decisions: boolean;
}

export async function compare(session: Session, file: string, { decisions: own }: CompareOptions): Promise<ExitCode> {
  const report = await reportOf(session, file);
  const { decisions } = await loadDecisions(session.folder, { own, from: [] });
  const known = await knowledgeAbout(session, file, report, decisions);
  const findings = compareReport(report, known);
  const gaps = gapsIn(report, known, findings);
  const code = exitCodeOf(findings, gaps, session.allowed);
  if (session.json) session.printJson(JSON.stringify(documentOf(report, known, findings, gaps, code), null, 2));
  else session.print(...lines(session, report, known, findings, gaps));
  return code;
}

async function reportOf({ folder }: Session, file: string): Promise<ScannerReport> {
  const { text, problem } = await readText(path.resolve(folder, file));
  if (text === null) throw new UsageError(`Cannot read ${file}: ${problem}.`);
  const reading = readReport(text);
  if (reading.report !== null) return reading.report;
  const how = 'Create one with grype -o json, trivy --format json or osv-scanner --format json.';
  throw new UsageError(`Cannot compare ${file}: ${reading.problem.replace(/\.$/, '')}.`, how);
}

/** A difference is worse than unknown, and unknown is not agreement. */
function exitCodeOf(findings: readonly ComparedFinding[], gaps: readonly Gap[], allowed: Session['allowed']): ExitCode {
  if (findings.some(({ cause }) => ['theirs', 'ours'].includes(sideOf(cause)))) return EXIT.findings;
  return gaps.some(({ reasons }) => !isAllowed(reasons, allowed)) ? EXIT.unknown : EXIT.clean;
}

/** All possible reasons: those that cannot be told apart must be allowed together. */
const REASONS: Readonly<Record<string, readonly ScanReason[]>> = {
  possible: ['possible_match'],
  undecided: ['range_unreadable', 'limit_reached'],
  not_covered: ['not_covered'],
  no_purl: ['no_purl'],
  not_asked: ['failed', 'limit_reached'],
};

function gapsIn(
  report: ScannerReport,
  { rows, coverage }: ReportKnowledge,
  findings: readonly ComparedFinding[],
): Gap[] {
  const asksCollection = rows.some(({ component }) => component.purl?.startsWith('pkg:nix/') === true);
  const groups = Map.groupBy(findings, ({ cause }) => cause);
  const nameless = report.packages.filter(({ purl }) => purl === null).length;
  return [
    ...(report.packages.length === 0 ? [gap('the report lists no packages', ['unreadable'])] : []),
    ...(report.unreadable > 0
      ? [gap(`${counted(report.unreadable, 'entry', 'entries')} in the report could not be parsed`, ['unreadable'])]
      : []),
    ...(nameless > 0
      ? [gap(`${counted(nameless, 'package')} in the report without a package URL`, ['no_purl'], nameless)]
      : []),
    ...[...groups].flatMap(([cause, all]) =>
      sideOf(cause) === 'unknown'
        ? [gap(`${counted(all.length, 'finding')}: ${wordsOf(cause)}`, REASONS[cause] ?? ['failed'])]
        : [],
    ),
    ...(rows.length === 0 ? [] : gapsOf(rows, coverage, { asksCollection, files: 1 })),
  ];
}

function gap(words: string, reasons: readonly ScanReason[], components = 0): Gap {
  return { words, reasons, components };
}

function wordsOf(cause: ComparedFinding['cause']): string {
  return CAUSES.find(({ id }) => id === cause)?.words ?? cause;
}

function documentOf(
  { scanner, version, packages, unreadable }: ScannerReport,
  { coverage }: ReportKnowledge,
  findings: readonly ComparedFinding[],
  gaps: readonly Gap[],
  exitCode: ExitCode,
) {
  const groups = CAUSES.flatMap(({ id, side, words }) => {
    const all = findings.filter(({ cause }) => cause === id);
    return all.length === 0 ? [] : [{ cause: id, side, words, count: all.length, findings: all }];
  });
  return { scanner, version, packages: packages.length, unreadable, groups, gaps, ...coverage, exitCode };
}

const HEADS = { both: 'Both', theirs: 'Only the report', ours: 'Only Almanac', unknown: 'Unknown' } as const;
const PAINTS = { both: 'green', theirs: 'red', ours: 'red', unknown: 'yellow' } as const;

function lines(
  session: Session,
  report: ScannerReport,
  { coverage }: ReportKnowledge,
  findings: readonly ComparedFinding[],
  gaps: readonly Gap[],
): string[] {
  const groups = CAUSES.flatMap((cause) => groupLines(session, cause, findings));
  const of = (side: keyof typeof HEADS) => findings.filter(({ cause }) => sideOf(cause) === side).length;
  return [
    plain(
      `${report.scanner}${report.version === null ? '' : ` ${report.version}`}: ${counted(report.packages.length, 'package')}`,
    ),
    `${of('both')} found by both, ${of('theirs')} only by the report, ${of('ours')} only by Almanac, ${of('unknown')} unknown`,
    ...groups,
    ...(gaps.length === 0 ? [] : ['', ...gaps.map(({ words }) => plain(`- incomplete: ${words}`))]),
    ...(coverage === null ? [] : ['', ...paragraph(session, coverageWords(coverage))]),
  ];
}

function groupLines(
  { colours, width }: Session,
  { id, side, words }: (typeof CAUSES)[number],
  findings: readonly ComparedFinding[],
): string[] {
  const all = findings.filter(({ cause }) => cause === id);
  if (all.length === 0) return [];
  const rows = all.map(({ id: vulnerability, package: one, why }) => [
    { text: vulnerability },
    { text: one.name },
    { text: one.version ?? '' },
    { text: why },
  ]);
  const head = `${colours[PAINTS[side]](HEADS[side])}: ${words} (${all.length})`;
  return ['', head, ...table(COLUMNS, rows, width, colours.dim)];
}

const COLUMNS = [
  { head: 'Vulnerability' },
  { head: 'Package', least: 8 },
  { head: 'Version', least: 6 },
  { head: 'Why', least: 20 },
] as const;
