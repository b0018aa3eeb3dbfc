import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Package } from '../../test/lockfile-cases.ts';
import { linesRead } from '../../test/lockfile-lines.ts';
import { CASES } from '../../test/lockfile-samples.ts';
import { packageOfPurl } from '../purl/packages.ts';
import { readPurl } from '../purl/parse.ts';
import { readLockfile } from './read.ts';

const examples = CASES.flatMap(({ kind, count, examples }) =>
  Object.entries(examples).map(([name, { fileName = kind, text, lines }]) => ({
    kind,
    count,
    name,
    fileName,
    text,
    lines,
  })),
);
const written = CASES.flatMap(({ kind, count, written }) =>
  (written?.forms ?? []).map((write, form) => ({ kind, form, count, purl: written?.purl ?? '', write })),
);

describe('an example', () => {
  it.each(examples)('of $kind: $name', ({ fileName, text, lines }) => {
    expect(linesRead(fileName, text)).toEqual(lines);
  });

  it.each(examples)('of $kind has as many entries as another counter finds: $name', ({ fileName, text, count }) => {
    const { lockfile } = readLockfile(fileName, text);
    const judged = lockfile?.skipped.filter(({ reason }) => !reason.startsWith('not checked: ')) ?? [];

    expect((lockfile?.components.length ?? 0) + judged.length).toBe(count?.(text));
  });

  it.each(CASES.filter(({ count }) => count !== null))('is one of at least three: $kind', ({ examples }) => {
    expect(Object.keys(examples).length).toBeGreaterThanOrEqual(3);
  });
});

describe('packages that are written', () => {
  const text = (pattern: RegExp) => fc.stringMatching(pattern);
  const packages = fc.uniqueArray(
    fc.record<Package>({ name: text(/^[a-z][a-z0-9]{0,11}$/), version: text(/^[1-9]\d{0,3}(?:\.\d{1,3}){1,3}$/) }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 12 },
  );

  it.each(written)('are read as they are: $kind, form $form', ({ kind, purl, count, write }) => {
    fc.assert(
      fc.property(packages, (list) => {
        const file = write(list);

        const { lockfile, problem } = readLockfile(kind, file);

        const found = lockfile?.components.map(({ name, version }) => ({ name: lastPart(name), version })) ?? [];
        expect([problem, found]).toEqual([null, list]);
        expect(lockfile?.components.filter((component) => !component.purl?.startsWith(purl))).toEqual([]);
        expect(count?.(file)).toBe(list.length);
      }),
      { numRuns: 50 },
    );
  });

  it.each(written)('are known to the service by their ecosystem: $kind, form $form', ({ kind, write }) => {
    const { lockfile } = readLockfile(kind, write([{ name: 'example', version: '1.0.0' }]));

    const { purl } = readPurl(lockfile?.components[0]?.purl ?? '');

    expect(purl === null ? 'no package URL' : packageOfPurl(purl).reason).toBeNull();
  });

  it.each(written)('may be called __proto__ and constructor: $kind, form $form', ({ kind, purl, write }) => {
    const { lockfile } = readLockfile(
      kind,
      write(['__proto__', 'constructor'].map((name) => ({ name, version: '1' }))),
    );

    const names = lockfile?.components.map(({ name }) => lastPart(name));
    expect(names).toEqual(purl === 'pkg:pypi/' ? ['-proto-', 'constructor'] : ['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['version']).toBeUndefined();
  });

  it.each(written)('and have names without end are skipped: $kind, form $form', ({ kind, write }) => {
    const long = 'x'.repeat(5000);
    const { lockfile } = readLockfile(
      kind,
      write([
        { name: long, version: '1' },
        { name: 'a', version: `1.${'0'.repeat(600)}` },
      ]),
    );

    expect(lockfile?.components).toEqual([]);
    expect(lockfile?.skipped.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(lockfile).length).toBeLessThan(15_000);
  });
});

describe('a hostile file', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['a byte order mark', '\uFEFF'],
    ['zeros', '\0'.repeat(1000)],
    ['brackets', '['.repeat(100_000)],
    ['braces', '{'.repeat(100_000)],
    ['objects', '{"packages":'.repeat(50_000)],
    ['elements', '<a>'.repeat(50_000)],
    ['entities', '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>'],
    ['quotes', '"'.repeat(100_001)],
    ['spaces', ' '.repeat(100_000)],
    ['colons', ':\n'.repeat(50_000)],
    ['indentation', `${' \n'.repeat(1000)}${'- '.repeat(40_000)}`],
  ];

  it.each(CASES)('is read as empty or refused in a sentence: $kind', ({ kind }) => {
    for (const [, text] of texts) {
      const { lockfile, problem } = readLockfile(kind, text);

      expect(lockfile?.components ?? []).toEqual([]);
      expect((problem ?? '').length).toBeLessThan(400);
    }
  });
});

/** The name without group or path. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('/')) + 1);
}
