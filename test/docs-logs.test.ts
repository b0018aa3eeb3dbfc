import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

/** `log.warn({ a, b: c }, 'message')`, also by a variable of the same file that has the fields. */
const CALL = /\blog(?:\.(info|warn|error|debug)|\[level\])\(\s*(\{[^{}]*\}|\w+),\s*(['"])((?:(?!\3).)+)\3/g;
const ANY_CALL = /\blog(?:\.(?:info|warn|error|debug)|\[level\])\(/g;

const files = globSync('packages/server/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
const calls = files.flatMap((file) => {
  const text = readPage(file);
  return [...text.matchAll(CALL)].map(([, level, object = '', , message = '']) => ({
    message,
    level: level ?? 'by status',
    fields: fieldsOf(object.startsWith('{') ? object : declared(text, object)),
  }));
});

it('docs/operations.md lists every line that the service logs, with its level and its fields', () => {
  const written = new Map(calls.map(({ message, level, fields }) => [message, `${level}: ${fields.join(', ')}`]));

  const [, chapter = ''] = readPage('docs/operations.md').split(/^## Logs$/m);
  const rows = [...chapter.split(/^## /m)[0]!.matchAll(/^- `([^`]+)` \(([\w ]+)\)(?:: (.*))?$/gm)];
  const listed = rows.map(([, message = '', level = '', fields = '']) => [
    message,
    `${level}: ${fields.replaceAll('`', '')}`,
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(written));
});

it('every call of a logger is read by this test: a fixed message, and fields that can be told', () => {
  const all = files.reduce((count, file) => count + [...readPage(file).matchAll(ANY_CALL)].length, 0);

  expect(calls).toHaveLength(all);
  expect(calls.length).toBeGreaterThan(30);
});

/** The names of an object literal, in order; what is spread into it is not told. */
function fieldsOf(object: string): string[] {
  return [...object.matchAll(/[{,]\s*(\w+)\s*(?=[,:}])/g)].map(([, name]) => String(name));
}

function declared(text: string, name: string): string {
  return new RegExp(`const ${name} = (\\{[^{}]*\\})`).exec(text)?.[1] ?? '';
}
