import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

const [words = '', names = ''] = readPage('docs/glossary.md').split('## Names in code that share a word');
const linesOf = (list: string) => [...list.matchAll(/^- (.*)$/gm)].map(([, line = '']) => line);

describe('docs/glossary.md', () => {
  it('has each word once, in order', () => {
    const listed = linesOf(words).map((line) =>
      (/^\*\*(.+?)\*\*: /.exec(line)?.[1] ?? line).toLowerCase().replaceAll('-', ' '),
    );

    expect(listed.length).toBeGreaterThan(50);
    expect(listed).toEqual([...new Set(listed)].toSorted());
  });

  it('names types that are declared where it says', () => {
    const parts = linesOf(names).flatMap((line) => line.split('; '));
    const missing = parts.flatMap((part) => {
      const folders = [...part.matchAll(/`(packages\/[^`]+)`/g)].map(([, folder = '']) => folder);
      const texts = folders.flatMap(textsIn);
      const declared = (type: string) => texts.some((text) => new RegExp(`(interface|type) ${type}\\b`).test(text));
      return [...part.matchAll(/`([A-Z]\w+)`/g)].map(([, type = '']) => type).filter((type) => !declared(type));
    });

    expect(missing).toEqual([]);
  });
});

function textsIn(folder: string): string[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT });
  return files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
}
