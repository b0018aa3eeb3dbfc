import type { ScanFormat, ScanReport } from './format.ts';
import {
  type FoundLine,
  foundLines,
  packageWords,
  severityWords,
  stateOfFound,
  targetWords,
  wordsOfFound,
} from './found.ts';
import { markup } from './markup.ts';
import { headline, remarks } from './summary.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #8886; padding: .4rem .6rem; text-align: left; vertical-align: top; }
  td:last-child { overflow-wrap: anywhere; }
  .affected { font-weight: 600; }
  .suppressed, .patched { opacity: .75; }
  footer { margin-top: 2rem; }
`;

/** A self-contained page without scripts. */
export const htmlFormat: ScanFormat = {
  name: 'html',
  write(report) {
    const { result, about } = report;
    const title = markup(headline(result));
    const lines = foundLines(result.rows);
    return [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${title}</title>`,
      `<style>${STYLE}</style>`,
      '</head>',
      '<body>',
      `<h1>${title}</h1>`,
      ...(lines.length === 0 ? [] : tableElement(lines, report)),
      '<ul>',
      ...remarks(result).map((line) => `<li>${markup(line)}</li>`),
      '</ul>',
      `<footer>Almanac ${markup(about.toolVersion)}, <time datetime="${markup(about.timestamp)}">${markup(about.timestamp)}</time>, by ${markup(about.site)}</footer>`,
      '</body>',
      '</html>',
    ].join('\n');
  },
};

function tableElement(lines: readonly FoundLine[], report: ScanReport): string[] {
  const heads = ['Package', 'Vulnerability', 'Severity', 'Upgrade to', 'File', 'Details'];
  return [
    '<table>',
    `<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...lines.map((line) => rowElement(line, report)),
    '</tbody>',
    '</table>',
  ];
}

function rowElement(line: FoundLine, { about }: ScanReport): string {
  const { row, finding } = line;
  const link = `<a href="${markup(`${about.site}/${encodeURIComponent(finding.id)}`)}">${markup(finding.id)}</a>`;
  const texts = [severityWords(line), targetWords(line), row.file, wordsOfFound(line)];
  const cells = [markup(packageWords(row)), link, ...texts.map(markup)];
  return `<tr class="${stateOfFound(line)}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
