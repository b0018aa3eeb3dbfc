import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../packages/contract/src/catalogue.ts';
import { readPage } from './docs-pages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** What some lines of docs/specification.md state, the code that does it, and the tests that fail when it no longer holds. */
interface Row {
  /** `3, 33–44` is 3 and 33 to 44. */
  readonly lines: string;
  readonly statement: string;
  readonly code: readonly string[];
  readonly tests: readonly (readonly [file: string, title?: string])[];
}

const rows = JSON.parse(readPage('test/conformance.json')) as readonly Row[];

describe('test/conformance.json', () => {
  it('names files that exist', () => {
    const files = rows.flatMap(({ code, tests }) => [...code, ...tests.map(([file]) => file)]);

    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names for every statement a test that its file has', () => {
    const uncovered = rows.filter(({ tests }) => {
      const titled = tests.filter(([, title]) => title !== undefined);
      return titled.length === 0 || titled.some(([file, title = '']) => !readPage(file).includes(title));
    });

    expect(uncovered).toEqual([]);
  });

  it('names for every endpoint a test file that calls it', () => {
    const uncalled = rows.flatMap(({ statement, tests }) => {
      const texts = tests.map(([file]) => readPage(file));
      const addresses = [...statement.matchAll(/`(?:GET|POST) (\/[^`]+)`/g)].map(([, address = '']) => address);
      return addresses.filter((address) => !texts.some((text) => toCallPattern(address).test(text)));
    });

    expect(uncalled).toEqual([]);
  });

  it('has a row for every endpoint, none of which is planned', () => {
    const statements = rows.map(({ statement }) => statement).join('\n');
    const missing = CATALOGUE.filter(({ method, path: address }) => !statements.includes(`\`${method} ${address}\``));

    expect(missing.map(({ method, path: address }) => `${method} ${address}`)).toEqual([]);
  });

  it('covers every line of the specification that states something', () => {
    const covered = new Set(rows.flatMap(({ lines }) => parseLines(lines)));

    expect(findStatements(readPage('docs/specification.md')).filter(({ number }) => !covered.has(number))).toEqual([]);
  });
});

/** Matches the address in the text of a test, but not in a title: `/cve/:id/at/:date` as `/cve/${IDS.published}/at/2026-01-20`. */
function toCallPattern(address: string): RegExp {
  const segments = address.split('/').map((segment) => (segment.startsWith(':') ? '[^/\\s\'"`]+' : segment));
  return new RegExp(`(?<!(?:GET|POST) )${segments.join('/')}(?![\\w/-])`);
}

function parseLines(lines: string): number[] {
  return lines.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('–').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Everything but empty lines, headings, and the heads and rules of tables. */
function findStatements(text: string): { number: number; line: string }[] {
  const lines = text.split('\n');
  return lines
    .map((line, i) => ({ number: i + 1, line }))
    .filter(
      ({ line, number }) =>
        line.trim() !== '' &&
        !line.startsWith('#') &&
        !/^\|[-|\s]+$/.test(line) &&
        !/^\|[-|\s]+$/.test(lines[number] ?? ''),
    );
}
