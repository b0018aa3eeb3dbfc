/**
 * Writes what is generated from the kinds of lockfiles: the list in `docs/scan.md` and the names in `.pre-commit-hooks.yaml`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCKFILE_DEFINITIONS, lockfilePattern } from '../packages/core/src/lockfiles/kinds.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The files with generated parts by their path from the root, with the text that they should have. */
export function lockfileKindFiles(): Map<string, string> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return new Map([
    ['docs/scan.md', withList(read('docs/scan.md'))],
    [
      '.pre-commit-hooks.yaml',
      read('.pre-commit-hooks.yaml').replace(/^ {2}files: .*$/m, () => `  files: ${lockfilePattern()}`),
    ],
  ]);
}

/** The page with its list of kinds written again, between the markers. */
function withList(page: string): string {
  const lines = LOCKFILE_DEFINITIONS.map(({ kind, otherNames = [], page: cells }) => {
    const names = [kind, ...otherNames].map((name) => `\`${name}\``).join(', ');
    const { forms, direct, dev, place, skipped } = cells;
    const parts = [
      forms === '' ? '' : `Forms ${forms}.`,
      isNull(direct) ? '' : `direct: ${direct}.`,
      isNull(dev) ? '' : `dev: ${dev}.`,
      place === 'line' ? '' : 'Places are JSON pointers.',
      `Skipped: ${skipped}.`,
    ];
    return `- ${names}: ${parts.filter((part) => part !== '').join(' ')}\n`;
  });
  if (!LIST.test(page)) throw new Error('docs/scan.md has no list of lockfiles to write');
  return page.replace(LIST, (_match, begin: string, end: string) => `${begin}\n${lines.join('')}\n${end}`);
}

/** Whether the file never says it; a reason may follow. */
function isNull(cell: string): boolean {
  return cell === 'null' || cell.startsWith('null: ');
}

const LIST = /(<!-- lockfiles: begin -->\n)[\s\S]*?(<!-- lockfiles: end -->)/;

if (import.meta.main) {
  for (const [file, text] of lockfileKindFiles()) writeFileSync(path.join(root, file), text);
}
