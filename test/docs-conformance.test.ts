import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../packages/contract/src/catalogue.ts';

const root = path.resolve(import.meta.dirname, '..');
const specification = readFileSync(path.join(root, 'docs/specification.md'), 'utf8');
const page = readFileSync(path.join(root, 'docs/conformance.md'), 'utf8');

/** The rows that speak of lines of the specification. */
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [lines = '', statement = '', where = '', held = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { lines: linesOf(lines), statement, where, held };
  });

describe('docs/conformance.md', () => {
  it('names places that exist', () => {
    const missing = rows
      .flatMap(({ where, held }) => [...`${where} ${held}`.matchAll(/`((?:packages|test|docs)\/[^`]+)`/g)])
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(root, file)));

    expect(missing).toEqual([]);
  });

  it('names for every statement a test that stands in its file', () => {
    const unheld = rows.filter(({ held }) => {
      const tests = [...held.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)];
      return (
        tests.length === 0 ||
        tests.some(([, file = '', title = '']) => {
          const at = path.join(root, file);
          return existsSync(at) && !readFileSync(at, 'utf8').includes(title);
        })
      );
    });

    expect(unheld.map(({ statement, held }) => `${statement}: ${held}`)).toEqual([]);
  });

  it('names for every endpoint a test file that calls it', () => {
    const uncalled = rows.flatMap(({ statement, held }) => {
      const files = [...held.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => path.join(root, file));
      const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
      const addresses = [...statement.matchAll(/`(?:GET|POST) (\/[^`]+)`/g)].map(([, address = '']) => address);
      return addresses.filter((address) => !texts.some((text) => callOf(address).test(text)));
    });

    expect(uncalled).toEqual([]);
  });

  it('has a row for every endpoint, none of which is planned', () => {
    const spoken = rows.map(({ statement }) => statement).join('\n');
    const unspoken = CATALOGUE.filter(({ method, path: address }) => !spoken.includes(`\`${method} ${address}\``));

    expect(unspoken.map(({ method, path: address }) => `${method} ${address}`)).toEqual([]);
  });

  it('covers every line of the specification that states something', () => {
    const covered = new Set(rows.flatMap(({ lines }) => lines));

    expect(stating(specification).filter(({ number }) => !covered.has(number))).toEqual([]);
  });
});

/** The address in the text of a test, but not in a title: `/cve/:id/at/:date` as `/cve/${IDS.published}/at/2026-01-20`. */
function callOf(address: string): RegExp {
  const segments = address.split('/').map((segment) => (segment.startsWith(':') ? '[^/\\s\'"`]+' : segment));
  return new RegExp(`(?<!(?:GET|POST) )${segments.join('/')}(?![\\w/-])`);
}

/** `3, 33–44` is 3 and 33 to 44. */
function linesOf(cell: string): number[] {
  return cell.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('–').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Everything but empty lines, headings, and the heads and rules of tables. */
function stating(text: string): { number: number; line: string }[] {
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
