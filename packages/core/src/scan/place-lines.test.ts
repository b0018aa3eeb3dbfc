import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOfPlaces } from './place-lines.ts';
import { readScannedFile } from './read-scanned-file.ts';

it('finds the line of every component of a lockfile in JSON', () => {
  const packages = {
    '': { name: 'x' },
    'node_modules/left': { version: '1.0.0' },
    'node_modules/@a/b~c': { version: '2.0.0', note: 'a "quoted" { brace\\' },
  };
  const text = JSON.stringify({ lockfileVersion: 3, packages }, null, 2);

  const { file } = readScannedFile('package-lock.json', text);

  const found = file?.entries.map(({ component: { name, place } }) => [name, file.lines.get(place)]);
  const lineOf = (words: string) => text.split('\n').findIndex((line) => line.includes(words)) + 1;
  expect(found).toEqual([
    ['left', lineOf('"node_modules/left"')],
    ['@a/b~c', lineOf('"node_modules/@a/b~c"')],
  ]);
});

it('finds every object and list of any JSON on its line', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const pointers = pointersOf(value, '');

      const lines = linesOfPlaces(text, new Set(pointers));

      expect([...lines.keys()].toSorted()).toEqual([...new Set(pointers)].toSorted());
      const all = text.split('\n');
      for (const line of lines.values()) expect(all[line - 1]).toMatch(/[[{]/);
    }),
  );
});

function pointersOf(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, each]) =>
    pointersOf(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [pointer, ...below];
}
