import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { findRegExpLiterals } from './redos-literals.ts';

const packages = path.resolve(import.meta.dirname, '../..');

/** Every regular expression of the product, with the place it stands in. */
function everyLiteral() {
  return globSync('*/src/**/*.ts', { cwd: packages, exclude: ['**/node_modules/**'] })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const literals = findRegExpLiterals(readFileSync(path.join(packages, file), 'utf8'));
      return literals.map(({ source, flags, line }) => ({ source, flags, place: `${file}:${line}` }));
    });
}

/** Linear, or the reason why not. */
function complaint(source: string, flags: string): string | null {
  if (isTriviallyLinear(source)) return null;
  const diagnosis = checkSync(source, flags, { timeout: 10_000 });
  if (diagnosis.status === 'safe') return null;
  return diagnosis.status === 'vulnerable' ? diagnosis.complexity.summary : `unknown: ${diagnosis.error.kind}`;
}

/** Without repetition the ways to match do not grow with the input. */
function isTriviallyLinear(source: string): boolean {
  return !/[*+{]/.test(source);
}

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
  it('take time linear in their input', { timeout: 600_000 }, () => {
    const literals = everyLiteral();

    const known = new Map<string, string | null>();
    const complaints = literals.flatMap(({ source, flags, place }) => {
      const literal = `/${source}/${flags}`;
      if (!known.has(literal)) known.set(literal, complaint(source, flags));
      const found = known.get(literal) ?? null;
      return found === null ? [] : [`${place} ${literal} ${found}`];
    });

    console.log(`${literals.length} regular expressions checked`);
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
