import { describe, expect, it } from 'vitest';
import { readLockfile } from '../src/lockfiles/read.ts';
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

/** The least ratio of several attempts: noise only ever adds. Times under half a millisecond count as that. */
function growthOf(small: () => unknown, large: () => unknown): number {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && growth > LIMIT; attempt += 1) {
    growth = Math.min(growth, cpuTime(large) / Math.max(cpuTime(small), 500));
  }
  return growth;
}

function cpuTime(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
