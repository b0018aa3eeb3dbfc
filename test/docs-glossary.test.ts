import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

const [words = '', names = ''] = readPage('docs/glossary.md').split('## Names in code that share a word');
const rowsOf = (table: string) =>
  [...table.matchAll(/^\| (.*) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

describe('docs/glossary.md', () => {
  it('has each word once, in order', () => {
    const listed = rowsOf(words).map(([word = '']) => word.toLowerCase().replaceAll('-', ' '));

    expect(listed.length).toBeGreaterThan(60);
    expect(listed).toEqual([...new Set(listed)].toSorted());
  });

  it('names types that are declared where it says', () => {
    const missing = rowsOf(names).flatMap(([types = '', where = '']) => {
      const folders = [...where.matchAll(/`(packages\/[^`]+)`/g)].map(([, folder = '']) => folder);
      const texts = folders.flatMap(textsIn);
      const declared = (type: string) => texts.some((text) => new RegExp(`(interface|type) ${type}\\b`).test(text));
      return [...types.matchAll(/`([A-Z]\w+)`/g)].map(([, type = '']) => type).filter((type) => !declared(type));
    });

    expect(missing).toEqual([]);
  });
});

function textsIn(folder: string): string[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT });
  return files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
}
