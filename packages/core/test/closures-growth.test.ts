import { expect, it } from 'vitest';
import { readSbom } from '../src/sbom/read.ts';
import { growthOf } from './growth.ts';

const path = (at: number) => `${String(at).padStart(32, '0')}-package-${at}-1.0`;
const whole = (at: number) => `/nix/store/${path(at)}`;
function list<T>(size: number, write: (at: number) => T): T[] {
  return Array.from({ length: size }, (_, at) => write(at));
}

const SMALL = 1_000;
const TIMES = 8;
/** Caches and the collector may cost as much again and more; the square would be 64. */
const LIMIT = 3 * TIMES;

it.each<[string, (size: number) => string]>([
  ['store paths', (size) => list(size, whole).join('\n')],
  ['one path again and again', (size) => list(size, () => whole(1)).join('\n')],
  ['a long line without a path', (size) => `${whole(1)}\n${'x'.repeat(size * 40)}`],
  [
    'path-info, each needing the first',
    (size) => JSON.stringify(list(size, (at) => ({ path: whole(at), references: [whole(0)] }))),
  ],
  ['path-info, one needing all', (size) => JSON.stringify([{ path: whole(0), references: list(size, whole) }])],
  ['a graph', (size) => `digraph G {\n${list(size, (at) => `"${path(at)}" -> "${path(at + 1)}";`).join('\n')}\n}`],
  ['a graph in one line', (size) => `digraph G {${list(size, (at) => `"${path(at)}" -> "${path(0)}";`).join(' ')}}`],
  ['a graph with an endless name', (size) => `digraph G {\n"${'a'.repeat(size * 40)}`],
  [
    'derivations',
    (size) =>
      JSON.stringify(
        Object.fromEntries(
          list(size, (at) => [`${whole(at)}.drv`, { env: { pname: `p${at}`, version: '1' } }] as const),
        ),
      ),
  ],
])('%s of a closure are read in time linear in their number', (_name, make) => {
  const [small, large] = [make(SMALL), make(SMALL * TIMES)];

  const growth = growthOf(
    () => readSbom(small),
    () => readSbom(large),
    LIMIT,
  );

  expect(growth).toBeLessThanOrEqual(LIMIT);
});
