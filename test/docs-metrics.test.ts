import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

it('docs/operations.md lists every metric that the code registers, and no other', () => {
  const sources = globSync('packages/server/src/**/*metrics.ts', { cwd: ROOT });

  const registered = sources.flatMap((file) => namesIn(readPage(file), /'(almanac_\w+)'/g));
  // Of the files for Prometheus that scripts write.
  registered.push(...namesIn(readPage('deploy/backup'), /^\s*echo "(almanac_\w+) /gm));
  const listed = namesIn(readPage('docs/operations.md'), /^- `(almanac_\w+)[{`]/gm);

  expect(registered.length).toBeGreaterThan(0);
  expect(listed.toSorted()).toEqual(registered.toSorted());
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => String(name));
}
