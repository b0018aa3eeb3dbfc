import { expect, it } from 'vitest';
import { LOCKFILE_KINDS } from '../packages/core/src/lockfiles/kinds.ts';
import { readPage } from './docs-pages.ts';

it('the page about lockfiles says of every kind what it tells, and of no other', () => {
  const [, table = ''] = /^\| Kind +\| Forms .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage('docs/lockfiles.md')) ?? [];
  const kinds = table
    .trim()
    .split('\n')
    .map((row) => row.split('|')[1]?.replaceAll('`', '').trim());

  expect(kinds).toEqual(LOCKFILE_KINDS);
});
