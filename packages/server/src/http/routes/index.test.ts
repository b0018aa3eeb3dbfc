import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, ROUTES } from './index.ts';

it('lists every file of the folders, and nothing else', async () => {
  const listed = new Set<unknown>([...ROUTES, ...PAGES]);
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
    (file) => file.includes(path.sep) && file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );

  const unlisted = [];
  for (const file of files) {
    const module = (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>;
    if (!Object.values(module).some((member) => listed.delete(member))) unlisted.push(file);
  }

  expect({ unlisted, withoutFile: listed.size, files: files.length > 0 }).toEqual({
    unlisted: [],
    withoutFile: 0,
    files: true,
  });
});
