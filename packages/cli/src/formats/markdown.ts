import { markdownCell } from '@almanac/core/sbom';
import type { ScanFormat } from './format.ts';
import {
  type FoundLine,
  foundLines,
  packageWords,
  severityWords,
  stateOfFound,
  targetWords,
  wordsOfFound,
} from './found.ts';
import { headline, remarks } from './summary.ts';

/** Comments on pull requests have a size limit. */
const MOST = 200;

const isSuppressedLine = (line: FoundLine): boolean => stateOfFound(line) === 'suppressed';

function suppressedLine(line: FoundLine): string {
  return `- ${markdownCell(`suppressed: ${line.finding.id} in ${packageWords(line.row)}: ${wordsOfFound(line)}`)}`;
}

/** Markdown for a pull request comment or a step summary. */
export const markdownFormat: ScanFormat = {
  name: 'markdown',
  write({ result }) {
    const lines = foundLines(result.rows);
    const rows = lines.slice(0, MOST).map((line) => {
      const { row, finding } = line;
      const cells = [packageWords(row), finding.id, severityWords(line), targetWords(line), row.file];
      return `| ${cells.map(markdownCell).join(' | ')} |`;
    });
    const head = ['| Package | Vulnerability | Severity | Upgrade to | File |', '| --- | --- | --- | --- | --- |'];
    return [
      `## ${markdownCell(headline(result))}`,
      '',
      ...(rows.length === 0 ? [] : [...head, ...rows, '']),
      ...(lines.length > MOST ? [`See another format for ${lines.length - MOST} more findings.`, ''] : []),
      ...lines.filter(isSuppressedLine).slice(0, MOST).map(suppressedLine),
      ...remarks(result).map((line) => `- ${markdownCell(line)}`),
    ]
      .join('\n')
      .trimEnd();
  },
};
