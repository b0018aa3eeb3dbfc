import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRegExpLiterals } from './redos-literals.ts';
import { complaint, complaintsAbout, everyLiteral, PROVEN_FILE, textOf } from './redos-proof.ts';

describe('the scanner for regular expressions', () => {
  it('finds literals and nothing else', () => {
    const code = [
      'const a = /^x+$/; // not /this/',
      "const b = 1 / 2 / 3, c = 'no /string/', d = `no /template/ ${/^in[/]side$/i.test(x) ? `${1 / 2}` : `/no/`}`;",
      '/* nor /that/ */ return /\\/[/]\\//gu;',
      'call(/(a|b)/, (x) / y / z);',
    ].join('\n');

    const found = findRegExpLiterals(code);

    expect(found).toEqual([
      { source: '^x+$', flags: '', line: 1 },
      { source: '^in[/]side$', flags: 'i', line: 2 },
      { source: '\\/[/]\\/', flags: 'gu', line: 3 },
      { source: '(a|b)', flags: '', line: 4 },
    ]);
  });

  it('finds a planted one that takes exponential time, and one that takes quadratic time', () => {
    const planted = findRegExpLiterals('export const BAD = /^(a+)+$/;\nconst WORSE = /\\s+$/;');

    const complaints = planted.map(({ source, flags }) => complaint(source, flags));

    expect(complaints).toEqual([expect.stringContaining('exponential'), expect.stringContaining('polynomial')]);
  });

  it('reads every literal the way the engine does', () => {
    const broken = everyLiteral().filter(({ source, flags }) => !compiles(source, flags));

    expect(broken).toEqual([]);
  });
});

describe('regular expressions of all packages', () => {
  it('take time linear in their input: those that were not proven before', { timeout: 600_000 }, () => {
    const proven = new Set(readFileSync(PROVEN_FILE, 'utf8').split('\n'));
    const literals = everyLiteral();

    const complaints = complaintsAbout(literals.filter((literal) => !proven.has(textOf(literal))));

    expect(complaints).toEqual([]);
    expect(literals.length).toBeGreaterThan(20);
  });
});

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).flags === flags;
  } catch {
    return false;
  }
}
