import { describe, expect, it } from 'vitest';
import { readLockfile } from '../src/lockfiles/read.ts';
import { growthOf } from './growth.ts';
import { SAMPLES } from './lockfile-samples.ts';

/** Files that would cost a careless reader the square of their length: many entries, and one endless thing that many refer to. */
const HOSTILE: ReadonlyArray<readonly [kind: string, name: string, make: (size: number) => string]> = [
  ...SAMPLES.map(({ kind, make }) => [kind, 'entries', (size: number) => make(size / 40)] as const),
  [
    'package-lock.json',
    'a long workspace and much that it asks for',
    (size) => `{"packages":{"${'a/'.repeat(size / 4)}":{"dependencies":{${list(size / 40, (at) => `"p${at}":"1"`)}}}}}`,
  ],
  [
    'Gemfile.lock',
    'a long address and many gems from it',
    (size) => `GIT\n  remote: ${'a'.repeat(size / 2)}\n  specs:\n${list(size / 40, (at) => `    p${at} (1)\n`, '')}`,
  ],
  [
    'pnpm-lock.yaml',
    'a project with a long name and many links',
    (size) =>
      `lockfileVersion: 9.0\nimporters:\n  ? ${'a/'.repeat(size / 4)}\n  : dependencies:\n${list(size / 40, (at) => `      p${at}: {version: 'link:x'}\n`, '')}`,
  ],
  ['flake.lock', 'long paths to follow', (size) => followers(size)],
  ['requirements.txt', 'hashes in a line', (size) => `a==1 ${'#'.repeat(size)}`],
  ['requirements.txt', 'continued lines', (size) => 'a\\\n'.repeat(size / 3)],
  ['requirements.txt', 'clauses', (size) => `a${'>=1,'.repeat(size / 4)}<2`],
  ['requirements.txt', 'spaces', (size) => `a${' '.repeat(size)}b`],
  [
    'yarn.lock',
    'requests in one entry',
    (size) => `# yarn lockfile v1\n${'a@1, '.repeat(size / 5)}b@1:\n  version "1"\n`,
  ],
  ['yarn.lock', 'spaces', (size) => `# yarn lockfile v1\na@1:\n${' '.repeat(size)}\n`],
  ['go.sum', 'blank lines', (size) => '\n'.repeat(size)],
  ['go.sum', 'fields', (size) => `a v1 h1:x\n${'a '.repeat(size / 2)}`],
];

const SMALL = 16_000;
const TIMES = 8;
/** Caches and the collector may cost as much again and more; the square would be 64. */
const LIMIT = 3 * TIMES;

describe.each(HOSTILE)('%s: %s', (kind, _name, make) => {
  it('takes time linear in its length', () => {
    const [small, large] = [make(SMALL), make(SMALL * TIMES)];

    const growth = growthOf(
      () => readLockfile(kind, small),
      () => readLockfile(kind, large),
      LIMIT,
    );

    expect(growth).toBeLessThanOrEqual(LIMIT);
  });
});

function list(count: number, write: (at: number) => string, between = ','): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => write(at)).join(between);
}

function followers(size: number): string {
  const path = `[${list(size / 20, () => '"a"')}]`;
  return `{"root":"r","nodes":{"r":{"inputs":{"a":${path},${list(size / 40, (at) => `"i${at}":["a"]`)}}}}}`;
}
