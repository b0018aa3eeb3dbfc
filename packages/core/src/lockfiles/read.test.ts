import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../test/lockfile-samples.ts';
import { canonicalPurl } from '../purl/parse.ts';
import { LOCKFILE_KINDS, lockfileKindOf } from './kinds.ts';
import { LOCKFILE_LIMITS } from './model.ts';
import { readLockfile } from './read.ts';

describe('the name of a file', () => {
  it.each<[name: string, kind: string | null]>([
    ...LOCKFILE_KINDS.map((kind): [string, string] => [kind, kind]),
    ['apps/web/package-lock.json', 'package-lock.json'],
    ['apps\\web\\yarn.lock', 'yarn.lock'],
    ['npm-shrinkwrap.json', 'package-lock.json'],
    ['go.work.sum', 'go.sum'],
    ['gems.locked', 'Gemfile.lock'],
    ['requirements_all.txt', 'requirements.txt'],
    ['dev-requirements.txt', 'requirements.txt'],
    ['deno.lock', null],
    ['bin/Shop.deps.json', '*.deps.json'],
    ['deps.json', null],
    ['npins/sources.json', 'npins/sources.json'],
    ['C:\\shop\\nix\\sources.json', 'nix/sources.json'],
    ['sources.json', null],
    ['status', null],
    ['rootfs/var/lib/dpkg/status', 'dpkg/status'],
    ['package.json', null],
    ['robots.txt', null],
    ['', null],
  ])('%s is of the kind %s', (name, kind) => {
    expect(lockfileKindOf(name)).toBe(kind);
  });

  it.each([
    ['a/deno.lock', 'deno.lock, the Deno lockfile, is not supported.'],
    ['Pipfile', 'Pipfile names ranges, not versions: give the Pipfile.lock beside it.'],
    ['package.json', 'package.json names ranges, not versions: give the package-lock.json beside it.'],
    ['photo.jpg', '"photo.jpg" is no lockfile that is known by its name.'],
  ])('refuses %s with what is supported', (name, problem) => {
    const supported = `Supported files: ${LOCKFILE_KINDS.join(', ')}.`;

    expect(readLockfile(name, '{}')).toEqual({ lockfile: null, problem: `${problem} ${supported}` });
  });
});

describe('limits', () => {
  it.each(SAMPLES)('hold for the number of components: $kind', ({ kind, make }) => {
    const limits = { ...LOCKFILE_LIMITS, components: 8 };

    expect(readLockfile(kind, make(4), limits).problem).toBeNull();
    expect(readLockfile(kind, make(12), limits).problem).toBe('The file has more than 8 components.');
  });

  it('hold for the length and for what is skipped', () => {
    expect(readLockfile('go.sum', 'x'.repeat(11), { characters: 10, components: 5 }).problem).toBe(
      'The file exceeds 10 characters.',
    );
    expect(readLockfile('go.sum', 'x\n'.repeat(11), { characters: 1000, components: 5 }).problem).toBe(
      'The file has more than 5 entries that are not components.',
    );
  });

  it('hold for lines and list items, on which parsers spend most, and for repeated components', () => {
    expect(readLockfile('pnpm-lock.yaml', `a: [${'x,'.repeat(11)}]`, { characters: 100, components: 5 }).problem).toBe(
      'The file exceeds 10 lines and list items.',
    );
    expect(readLockfile('requirements.txt', 'a==1\n'.repeat(52), { characters: 1000, components: 5 }).problem).toBe(
      'The file has more than 5 components, mostly duplicates.',
    );
  });

  it.each([
    ['a\n<<<<<<< HEAD\nb', 2],
    ['<<<<<<< HEAD\nb', 1],
  ])('a conflict that is not resolved is named by its line: %j', (text, line) => {
    expect(readLockfile('go.sum', text).problem).toBe(
      `Line ${line} is a git conflict marker. Resolve the conflict first.`,
    );
  });
});

describe('hostile files', () => {
  it.each([
    ['package-lock.json', `{"packages":${'['.repeat(100_000)}`, 'The JSON is nested more than 200 levels deep.'],
    ['flake.lock', '{"nodes":'.repeat(100_000), 'The JSON is nested more than 200 levels deep.'],
    ['pnpm-lock.yaml', `lockfileVersion: 9\npackages: ${'['.repeat(100_000)}`, 'not YAML as lockfiles use it'],
    ['pnpm-lock.yaml', 'lockfileVersion: 9\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', 'not YAML as lockfiles use it'],
    ['yarn.lock', `__metadata:\n  version: 8\n${'- '.repeat(100_000)}x`, 'not YAML as lockfiles use it'],
    ['Cargo.lock', `a = ${'['.repeat(100_000)}`, 'The file is not valid TOML:'],
    ['package-lock.json', `{"lockfileVersion":1,"dependencies":{"${'x'.repeat(3000)}":{"version":"1"}}}`, 'too long'],
  ])('%s, case %# is refused', (name, text, problem) => {
    expect(readLockfile(name, text).problem).toContain(problem);
  });

  it.each([
    [
      'package-lock.json',
      '{"packages":{"node_modules/__proto__":{"version":"1"},"node_modules/constructor":{"version":"1"}}}',
    ],
    [
      'package-lock.json',
      '{"lockfileVersion":1,"dependencies":{"__proto__":{"version":"1"},"constructor":{"version":"1"}}}',
    ],
    ['yarn.lock', '# yarn lockfile v1\n__proto__@1:\n  version "1"\nconstructor@1:\n  version "1"\n'],
    ['pnpm-lock.yaml', 'lockfileVersion: 9.0\npackages:\n  __proto__@1: {}\n  constructor@1: {}\n'],
    [
      'Cargo.lock',
      '[[package]]\nname = "__proto__"\nversion = "1"\nsource = "registry+x"\n[[package]]\nname = "constructor"\nversion = "1"\nsource = "registry+x"\n',
    ],
  ])('%s: __proto__ and constructor are names like any other', (name, text) => {
    const { lockfile } = readLockfile(name, text);

    expect(lockfile?.components.map((component) => component.name)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['version']).toBeUndefined();
  });

  it('names and addresses without end are skipped, and cut where they are shown', () => {
    const long = 'x'.repeat(100_000);
    const entries = {
      [`node_modules/${long}`]: { version: '1' },
      'node_modules/a': { version: long },
      'node_modules/b': { version: '1', resolved: `https://${long}` },
    };

    const { lockfile } = readLockfile('package-lock.json', JSON.stringify({ packages: entries }));

    expect(lockfile?.components).toEqual([]);
    expect(lockfile?.skipped.map(({ reason }) => reason)).toEqual([
      'its name exceeds 500 characters',
      'its version exceeds 500 characters',
      'its URL exceeds 2000 characters',
    ]);
    expect(JSON.stringify(lockfile).length).toBeLessThan(5000);
  });
});

describe('any text', () => {
  const pieces = [
    '"',
    ':',
    '\n',
    '\n  ',
    '\n    ',
    '@',
    '/',
    '{',
    '}',
    '[',
    ']',
    ',',
    '#',
    '==',
    '(',
    ')',
    '-',
    '__proto__',
    'null',
    '1',
    'é',
    '\u0000',
    '\uD800',
    '*a',
    '&a',
    '? ',
    '<<: ',
    'link:',
    'file:',
    'git+',
  ];
  const mutated = fc.tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 20 }), fc.oneof(fc.constantFrom(...pieces), fc.string())), {
      maxLength: 4,
    }),
  );

  it('is read or refused, never thrown at; components are valid and each there once', () => {
    fc.assert(
      fc.property(mutated, ([{ kind, make }, edits]) => {
        const text = edits.reduce(
          (before, [at, drop, piece]) => before.slice(0, at) + piece + before.slice(at + drop),
          make(4),
        );

        const { lockfile, problem } = readLockfile(kind, text);

        expect(lockfile === null).toBe(problem !== null);
        const purls = lockfile?.components.map(({ purl }) => purl ?? '') ?? [];
        expect(purls.map((purl) => canonicalPurl(purl))).toEqual(purls);
        expect(new Set(purls).size).toBe(purls.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read or refused without any form at all', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCKFILE_KINDS),
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.constantFrom(...pieces)).map((list) => list.join('')),
        ),
        (kind, text) => {
          const { lockfile, problem } = readLockfile(kind, text);

          expect(lockfile === null).toBe(problem !== null);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
