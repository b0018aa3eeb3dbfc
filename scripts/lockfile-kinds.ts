/**
 * Writes what is generated from the kinds of lockfiles: the tables of `docs/scan.md` and the names in `.pre-commit-hooks.yaml`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCKFILE_DEFINITIONS, lockfilePattern } from '../packages/core/src/lockfiles/kinds.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The files with generated parts by their path from the root, with the text that they should have. */
export function lockfileKindFiles(): Map<string, string> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return new Map([
    ['docs/scan.md', withTables(read('docs/scan.md'))],
    [
      '.pre-commit-hooks.yaml',
      read('.pre-commit-hooks.yaml').replace(/^ {2}files: .*$/m, () => `  files: ${lockfilePattern()}`),
    ],
  ]);
}

/** The page with both of its tables written again; they are known by their first cells. */
function withTables(page: string): string {
  const code = (text: string) => `\`${text}\``;
  const told = LOCKFILE_DEFINITIONS.map(({ kind, otherNames = [], page: { forms, direct, dev, place } }) => [
    code(kind),
    forms,
    direct,
    dev,
    place,
    otherNames.map(code).join(', '),
  ]);
  const skipped = LOCKFILE_DEFINITIONS.map(({ kind, page: { skipped } }) => [code(kind), skipped]);
  return page
    .replace(tableOf('Forms'), () =>
      table(['Kind', 'Forms', '`direct`', '`dev`', '`place`', 'Under other names'], told),
    )
    .replace(tableOf('Skipped'), () => table(['Kind', 'Skipped'], skipped));
}

function tableOf(second: string): RegExp {
  return new RegExp(`^\\| Kind +\\| ${second} .*\\n(?:\\|.*\\n)+`, 'm');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), cell.length),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}

if (import.meta.main) {
  for (const [file, text] of lockfileKindFiles()) writeFileSync(path.join(root, file), text);
}
