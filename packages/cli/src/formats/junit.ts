import { EXIT } from '../exit-codes.ts';
import type { ScanRow } from '../scan/rows.ts';
import type { ScanFormat } from './format.ts';
import { packageWords, severityWords, stateOfFound, wordsOfFound } from './found.ts';
import { markup } from './markup.ts';
import { rowsWithFindings } from './rows-of-files.ts';

/**
 * JUnit XML for CI systems: a suite per file, a case per finding and per component without findings. Findings fail,
 * unchecked components are errors, suppressed findings are skipped with the reason.
 */
export const junitFormat: ScanFormat = {
  name: 'junit',
  write({ result, exitCode, about }) {
    const suites = rowsWithFindings(result).map(({ path, rows }) =>
      suite(path, rows.flatMap(casesOfRow), about.timestamp),
    );
    const gaps = result.gaps.filter(({ components }) => components === 0);
    const whole = gaps.map(({ words }): Case => ({ name: words, kind: 'error', type: 'unknown', message: words }));
    if (whole.length > 0 || suites.length === 0) suites.push(suite('scan', whole, about.timestamp));
    const result_ = exitCode === EXIT.clean ? 'passed' : 'failed';
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="almanac scan: ${result_}">`,
      ...suites,
      '</testsuites>',
    ].join('\n');
  },
};

interface Case {
  readonly name: string;
  readonly kind: 'pass' | 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
}

function casesOfRow(row: ScanRow): Case[] {
  const found = row.findings.map((finding): Case => {
    const line = { row, finding };
    const state = stateOfFound(line);
    const kind = { affected: 'failure', possible: 'error', suppressed: 'skipped', patched: 'pass' } as const;
    const name = `${packageWords(row)}: ${finding.id}`;
    return { name, kind: kind[state], type: severityWords(line), message: wordsOfFound(line) };
  });
  if (found.length > 0) return found;
  const isUnknown = row.verdict === 'unknown';
  return [{ name: packageWords(row), kind: isUnknown ? 'error' : 'pass', type: 'unknown', message: row.reason }];
}

function suite(name: string, cases: readonly Case[], timestamp: string): string {
  const count = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const head = `  <testsuite name="${markup(name)}" ${counts} timestamp="${timestamp.slice(0, 19)}" time="0">`;
  return [head, ...cases.map((each) => caseElement(name, each)), '  </testsuite>'].join('\n');
}

function caseElement(file: string, { name, kind, type, message }: Case): string {
  const open = `    <testcase classname="${markup(file)}" name="${markup(name)}" time="0"`;
  if (kind === 'pass') return `${open}/>`;
  const inner =
    kind === 'skipped'
      ? `<skipped message="${markup(message)}"/>`
      : `<${kind} type="${markup(type)}" message="${markup(message)}"/>`;
  return `${open}>${inner}</testcase>`;
}
