import { describe, expect, it } from 'vitest';
import { parseDiff } from '../diff/parse.ts';
import { packageChanges } from './read-changes.ts';

const FILE = 'pkgs/by-name/pk/pkga/package.nix';
const many = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i));
const id = (i: number) => `CVE-2024-${10_000 + i}`;
const warnings = (lines: readonly string[]) => ['-  knownVulnerabilities = [', ...lines, '-  ];'];

/** What of a diff was not read. */
function unreadOf(lines: readonly string[]): readonly string[] {
  const removed = lines.filter((line) => !line.startsWith('+')).length;
  const added = lines.filter((line) => !line.startsWith('-')).length;
  const head = `diff --git a/${FILE} b/${FILE}\n--- a/${FILE}\n+++ b/${FILE}\n@@ -1,${removed} +1,${added} @@\n`;
  const { files } = parseDiff(`${head}${lines.join('\n')}\n`);
  return packageChanges(files ?? [])[0]?.unread ?? ['no package'];
}

describe('a limit says that it was reached, and is silent below', () => {
  it.each([
    ['characters of a line', (n: number) => [`+  x = "${'y'.repeat(n - 9)}";`], 2_000, 'text beyond 2000 characters'],
    ['bindings of a line', (n: number) => [`+ ${many(n, (i) => `a${i}=1;`).join('')}`], 50, 'beyond 50 bindings'],
    ['strings of a line', (n: number) => warnings([`-  ${'"x" '.repeat(n)}`]), 50, 'beyond 50 bindings'],
    ['CVE IDs of a patch', (n: number) => [`-  ./${many(n, id).join('_')}.patch`], 20, 'beyond 20 CVE IDs'],
    ['CVE IDs of a warning', (n: number) => warnings([`-  "${many(n, id).join(' ')}"`]), 20, 'beyond 20 CVE IDs'],
    ['lines', (n: number) => many(n, () => '+  x'), 10_000, 'beyond 10000 lines'],
    [
      'packages of a file',
      (n: number) => many(2 * n, (i) => (i % 2 === 0 ? '   x' : `+  version = "${i}";`)),
      100,
      '100',
    ],
    ['patches', (n: number) => many(n, (i) => `-  ./${id(i)}.patch`), 200, 'beyond 200 were not read'],
    ['warnings', (n: number) => warnings(many(n, (i) => `-  "${id(i)}"`)), 200, 'beyond 200 were not read'],
    [
      'CVE IDs of a package',
      (n: number) => many(n / 10, (i) => `-  ./${many(10, (j) => id(10 * i + j)).join('_')}.patch`),
      500,
      'beyond 500 CVE IDs',
      10,
    ],
  ])('%s', (_, lines, most, words, step = 1) => {
    expect(unreadOf(lines(most))).toEqual([]);
    expect(unreadOf(lines(most + step))).toEqual([expect.stringContaining(words)]);
  });
});
