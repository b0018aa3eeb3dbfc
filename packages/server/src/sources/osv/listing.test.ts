import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListedRow, listingRows } from './listing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'osv-listing-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function rows(text: string | Buffer, directory = '') {
  const file = path.join(folder, 'modified_id.csv');
  await writeFile(file, text);
  return (await Array.fromAsync(listingRows(file, directory))).flat();
}

const instant = Date.parse('2026-09-15T09:30:00Z');

describe('rowsOf', () => {
  it.each([
    ['without a fraction', '2026-09-15T09:30:00Z,Go/GO-2026-1', 'Go', 0],
    ['with one digit', '2026-09-15T09:30:00.5Z,Go/GO-2026-1', 'Go', 500],
    ['with nine digits', '2026-09-15T09:30:00.123456789Z,Go/GO-2026-1', 'Go', 123],
    ['of another zone', '2026-09-15T11:30:00+02:00,Go/GO-2026-1', 'Go', 0],
    ['without a zone', '2026-09-15T09:30:00,Go/GO-2026-1', 'Go', 0],
    ['of an ecosystem with a space', '2026-09-15T09:30:00Z,Rocky Linux/GO-2026-1', 'Rocky Linux', 0],
    ['of no ecosystem', '2026-09-15T09:30:00Z,[EMPTY]/GO-2026-1', '[EMPTY]', 0],
    ['with a line end of another kind', '2026-09-15T09:30:00Z,Go/GO-2026-1\r', 'Go', 0],
  ])('reads a row %s', async (_name, line, directory, ms) => {
    expect(await rows(`${line}\n`)).toEqual([{ directory, id: 'GO-2026-1', modified: instant + ms }]);
  });

  it('takes the directory from where the list stands', async () => {
    expect(await rows('2026-09-15T09:30:00Z,RLSA-2026:1\n', 'Rocky Linux')).toEqual([
      { directory: 'Rocky Linux', id: 'RLSA-2026:1', modified: instant },
    ]);
  });

  it.each([
    ['no date', 'soon,Go/GO-2026-1'],
    ['no comma', '2026-09-15T09:30:00Z Go/GO-2026-1'],
    ['no directory', '2026-09-15T09:30:00Z,GO-2026-1'],
    ['a directory above', '2026-09-15T09:30:00Z,../GO-2026-1'],
    ['a path for an id', '2026-09-15T09:30:00Z,Go/../../secrets-1'],
    ['no id', '2026-09-15T09:30:00Z,Go/'],
    ['an id beyond all length', `2026-09-15T09:30:00Z,Go/GO-${'1'.repeat(400)}`],
  ])('sets a row with %s aside and goes on', async (_name, line) => {
    const good = '2026-09-15T09:30:00Z,Go/GO-2026-1\n';

    const [first, bad, last] = await rows(`${good}${line}\n${good}`);

    expect(first).toHaveProperty('id');
    expect(bad).toEqual({ unreadable: 'not a row of modified_id.csv', raw: Uint8Array.from(Buffer.from(line)) });
    expect(last).toHaveProperty('id');
  });

  it.each([
    ['a page', '<!doctype html>\n<html>\n', 'not a row'],
    ['a row that is cut', '2026-09-15T09:30:00Z,Go/GO-2026-1\n2026-09-15T09:30:00Z,Go/GO-20', 'it is cut'],
    ['a row without end', 'x'.repeat(100_000), 'has no end'],
    ['nothing', '', 'it is empty'],
    ['mostly other things', `2026-09-15T09:30:00Z,Go/GO-2026-1\n${'x\n'.repeat(101)}`, '101 rows cannot be read'],
  ])('refuses a list that is %s', async (_name, text, message) => {
    await expect(rows(text)).rejects.toThrow(message);
  });

  it('takes an ecosystem without records', async () => {
    expect(await rows('', 'Hex')).toEqual([]);
  });

  it('gives back what was written, across the borders of its blocks', async () => {
    const row = fc.record({
      directory: fc.constantFrom('npm', 'Rocky Linux', '[EMPTY]', 'GIT'),
      id: fc.stringMatching(/^[A-Z]{2,6}-[a-zA-Z0-9:._-]{1,60}$/),
      modified: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 500 }),
        async (given, times) => {
          const listed: ListedRow[] = Array.from({ length: times }, () => given).flat();
          const lines = listed.map(
            ({ directory, id, modified }) => `${new Date(modified).toISOString()},${directory}/${id}\n`,
          );

          const read = await rows(lines.join(''));

          expect(read).toEqual(listed);
        },
      ),
      { numRuns: 20 },
    );
  });
});
