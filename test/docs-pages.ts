import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

export interface CodeBlock {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Every Markdown file of the repository by its path from the root. */
export function markdownFiles(): string[] {
  return globSync(['**/*.md', '.{changeset,github}/**/*.md'], {
    cwd: ROOT,
    exclude: (name) => NOT_OURS.has(path.basename(name)),
  }).sort();
}

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'coverage', '.cache', 'reports', 'fixtures']);

export function readPage(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

export function blocksOf(page: string): CodeBlock[] {
  return [...readPage(page).matchAll(FENCE)].map(([, language = '', code = '']) => ({ page, language, code }));
}

/** The text between the code blocks: what stands in a block is no link and no path of ours. */
export function proseOf(page: string): string {
  return readPage(page).replaceAll(FENCE, '');
}

const FENCE = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm;
