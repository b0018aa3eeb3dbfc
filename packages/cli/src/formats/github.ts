import { plain } from '../output/plain-text.ts';
import type { ScanFormat, ScanReport } from './format.ts';
import {
  type FoundLine,
  foundLines,
  lineOfRow,
  packageWords,
  severityWords,
  stateOfFound,
  wordsOfFound,
} from './found.ts';

/** GitHub shows ten annotations per level and step; one more counts the rest. */
const MOST = 10;

/** GitHub Actions annotations: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
export const githubFormat: ScanFormat = {
  name: 'github',
  write(report) {
    const lines = foundLines(report.result.rows).filter((line) => stateOfFound(line) !== 'patched');
    const byLevel = Map.groupBy(lines, levelOfFound);
    const annotations = [...byLevel].flatMap(([level, all]) => {
      const first = all.slice(0, MOST).map((line) => annotation(level, line, report));
      const left = all.length - first.length;
      return left === 0 ? first : first.concat(`::${level}::${left} more findings like this`);
    });
    const gaps = report.result.gaps.map(({ words }) => `::warning title=Not checked::${escaped(words)}`);
    return [...annotations, ...gaps.slice(0, MOST)].join('\n');
  },
};

function levelOfFound(line: FoundLine): 'error' | 'warning' | 'notice' {
  const state = stateOfFound(line);
  if (state !== 'affected') return 'notice';
  const { severity } = line.finding;
  return severity === 'critical' || severity === 'high' ? 'error' : 'warning';
}

function annotation(level: string, line: FoundLine, { result }: ScanReport): string {
  const { row, finding } = line;
  const at = lineOfRow(result, row);
  const properties = [
    `file=${property(row.file)}`,
    ...(at === null ? [] : [`line=${at}`]),
    `title=${property(`${finding.id} in ${packageWords(row)} (${severityWords(line)})`)}`,
  ];
  return `::${level} ${properties.join(',')}::${escaped(wordsOfFound(line))}`;
}

/** Keeps untrusted text on its line, so that it cannot begin a command. */
function escaped(text: string): string {
  return plain(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
