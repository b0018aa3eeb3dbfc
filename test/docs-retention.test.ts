import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RETENTION_DAYS } from '../packages/server/src/store/retention.ts';

it('docs/operations.md says for how many days what is forgotten is kept', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const [, chapter = ''] = page.split(/^### What is forgotten$/m);
  const days = [...chapter.split('Evidence, and', 1)[0]!.matchAll(/\| (\d+) +\|$/gm)].map(([, number]) =>
    Number(number),
  );

  expect(days).toEqual(Object.values(RETENTION_DAYS));
});
