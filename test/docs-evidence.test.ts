import { SOURCE_IDS } from '@almanac/contract';
import { expect, it } from 'vitest';
import { SOURCES } from '../packages/server/src/sources/catalogue.ts';
import { readPage } from './docs-pages.ts';

it('docs/evidence.md says of every source how a missed change is found, and how often', () => {
  const [, chapter = ''] = readPage('docs/evidence.md').split(/^## How missed changes are found$/m);
  const rows = [...chapter.split(/^## /m, 1)[0]!.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (\S+) +\|$/gm)];

  const listed = rows.map(([, source, by, hours]) => [source, by, hours]);
  expect(listed).toEqual(
    SOURCE_IDS.map((id) => {
      const { by, everyHours } = SOURCES[id].info.reconciliation;
      return [id, by, String(everyHours ?? '–')];
    }),
  );
});
