import { SNAPSHOT_PROBLEMS } from '@almanac/core/snapshots';
import { expect, it } from 'vitest';
import { readPage } from './docs-pages.ts';

it('docs/snapshots.md lists every code for which a snapshot is refused', () => {
  const [, chapter = ''] = readPage('docs/snapshots.md').split(/^## Refusals$/m);
  const rows = [...(chapter.split(/^## /m)[0] ?? '').matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];

  expect(rows.map(([, code, means]) => [code, means])).toEqual(SNAPSHOT_PROBLEMS);
});
