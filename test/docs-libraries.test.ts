import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

it('every run-time dependency stands in ADR 010 with its purpose, and no other does', () => {
  const declared = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const others = Object.keys(dependencies).filter((name) => !name.startsWith('@almanac/'));
    return others.map((name) => `${file.split('/')[1]}: ${name}`);
  });

  expect(taken().toSorted()).toEqual(declared.toSorted());
});

/** The rows `| package | names | purpose |` of the first table; a row without a package belongs to the one above. */
function taken(): string[] {
  const [, table = ''] = /^\| Package .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage('docs/adr/010-libraries.md')) ?? [];
  let owner = '';
  return table
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [, name = '', libraries = ''] = row.split('|').map((cell) => cell.trim());
      if (name !== '') owner = name.replaceAll('`', '');
      const names = libraries.split(', ').filter((library) => library !== 'none');
      return names.map((library) => `${owner}: ${library}`);
    });
}
