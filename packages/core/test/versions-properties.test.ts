import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebuiltBy } from '../src/versions/rebuilt.ts';
import type { VersionScheme } from '../src/versions/scheme.ts';
import { versionSchemes } from '../src/versions/schemes.ts';
import { semver } from '../src/versions/semver.ts';
import { semverLike } from '../src/versions/semver-like.ts';

/** More of them find more: ALMANAC_PROPERTY_RUNS=100000 before a change of a scheme is trusted. */
const numRuns = Number(process.env['ALMANAC_PROPERTY_RUNS'] ?? 500);

/** What the versions of a scheme are made of between their numbers; with these alone most strings are versions. */
const PIECES: Readonly<Record<string, string>> = {
  alpine: '. . . .0 .00 a p _rc _p _alpha _git -r -r0 ~a1',
  cran: '. . -',
  debian: '. . . + ~ - a .a : dfsg .~ ~rc -0',
  generic: '. . - _ ~ a e rc pre beta .x',
  go: '. . . -rc. -0. -a -a.b + +incompatible',
  hackage: '. .',
  hex: '. . . - -rc. -a -a.b +',
  julia: '. . . - + rc -rc. -a +a',
  maven: '. . . - -alpha .beta rc a b .rc. .rc- -sp .sp. .foo- foo .0 -0 ga .final SNAPSHOT .sp- .x',
  nuget: '. . . - -A -a -rc. +',
  opam: '. . . ~ - + v a .a _',
  packagist: '. . . - _ -alpha -BETA b RC -dev .x-dev -stable p -p pl +a foo',
  pub: '. . . - -a -a. + +a +1.',
  pypi: '. . . a b rc .post .dev - +a + +1. ! .alpha. -preview',
  rpm: '. . . ~ ^ - a _ : el ..',
  rubygems: '. . . - .a .b rc .pre. .0.a .a.0',
  semver: '. . . - -a -a. -a- +',
  'semver-like': '. . . - -a -a. rc + .. _',
};
const ANY_PIECE = '. - _ + ~ ^ : ! .. -r _p # a b x v RC dev alpha SNAPSHOT root.io.1 +root.io. .root.io.';

const number = fc.constantFrom(
  '0',
  '1',
  '2',
  '9',
  '10',
  '00',
  '01',
  '010',
  '09',
  '99999999',
  '100000000',
  '9'.repeat(30),
);
const text = fc.string({ unit: 'binary', maxLength: 12 });

/** Three versions that differ in a few pieces, since strangers are told apart by their first number. */
function related(scheme: VersionScheme): fc.Arbitrary<string[]> {
  const own = fc.constantFrom(...(PIECES[scheme.id] ?? ANY_PIECE).split(' '));
  const any = fc.constantFrom(...ANY_PIECE.split(' '));
  const mark = fc.oneof({ weight: 12, arbitrary: own }, { weight: 1, arbitrary: any });
  const stem = fc.array(fc.tuple(number, mark), { maxLength: 4 }).map((pairs) => pairs.flat());
  const tail = fc.array(fc.oneof(number, mark), { maxLength: 4 });
  const prefix = fc.constantFrom('', '', '', '', 'v', '1:', '1!', 'dev-');
  const version = fc.tuple(stem, tail).map(([begin, end]) => begin.concat(end));
  const variant = fc.tuple(fc.nat(8), fc.nat(2), fc.oneof(number, mark), tail);
  return fc.tuple(prefix, version, fc.tuple(variant, variant, variant), text).map(([begin, pieces, variants, noise]) =>
    variants.map(([at, removed, piece, rest], i) => {
      const edited = pieces.toSpliced(at, removed, piece);
      return i === 2 && at === 0 ? noise : begin + (removed === 2 ? [...edited, ...rest] : edited).join('');
    }),
  );
}

const schemes: readonly VersionScheme[] = [...versionSchemes, rebuiltBy('root.io', semverLike)];

describe.each(schemes)('$id', (scheme) => {
  const triple = related(scheme);

  it('is a total order', () => {
    fc.assert(
      fc.property(triple, (versions) => {
        expect(contradictions(scheme, versions)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('has a key that never contradicts the order', () => {
    fc.assert(
      fc.property(triple, (versions) => {
        expect(misplacedKeys(scheme, versions)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('puts what is not a version below every version, by code unit', () => {
    fc.assert(
      fc.property(triple, ([a = '', b = '']) => {
        if (scheme.isValid(a) && scheme.isValid(b)) return;
        const expected = scheme.isValid(a) === scheme.isValid(b) ? (a < b ? -1 : 1) : scheme.isValid(b) ? -1 : 1;
        expect(scheme.compare(a, b)).toBe(a === b ? 0 : expected);
      }),
      { numRuns },
    );
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect([-1, 0, 1]).toContain(scheme.compare(a, b));
        expect(scheme.coarse(a)).toMatch(/^\d{2}:\d{8}\.\d{8}\.\d{8}$/);
        expect(typeof scheme.isValid(b)).toBe('boolean');
      }),
      { numRuns },
    );
  });
});

describe('semver-like', () => {
  it('agrees with semver on every strict version', () => {
    const count = fc.constantFrom('0', '1', '2', '10', '9'.repeat(20));
    const label = fc.constantFrom('', '', '-0', '-1', '-10', '-a', '-a.1', '-a.10', '-a-b', '-A', '+b', '-a+b');
    const strict = fc.tuple(count, count, count, label).map(([a, b, c, rest]) => `${a}.${b}.${c}${rest}`);

    fc.assert(
      fc.property(strict, strict, (a, b) => {
        expect([semver.isValid(a), semverLike.isValid(a)]).toEqual([true, true]);
        expect(semverLike.compare(a, b)).toBe(semver.compare(a, b));
      }),
      { numRuns },
    );
  });
});

/** The ways in which the comparisons of these versions fail to be reflexive, antisymmetric or transitive. */
function contradictions(scheme: VersionScheme, versions: readonly string[]): string[] {
  const found: string[] = [];
  for (const a of versions) {
    if (scheme.compare(a, a) !== 0) found.push(`${a} is not itself`);
    for (const b of versions) {
      const order = scheme.compare(a, b);
      if (scheme.compare(b, a) !== 0 - order) found.push(`${a} and ${b} compare differently both ways`);
      if (order > 0) continue;
      for (const c of versions) {
        if (scheme.compare(b, c) <= 0 && scheme.compare(a, c) > 0) found.push(`${a} <= ${b} <= ${c} < ${a}`);
      }
    }
  }
  return found;
}

function misplacedKeys(scheme: VersionScheme, versions: readonly string[]): string[] {
  const found: string[] = [];
  for (const a of versions) {
    for (const b of versions) {
      const order = scheme.compare(a, b);
      const [low, high] = [scheme.coarse(a), scheme.coarse(b)];
      if (order < 0 && low > high) found.push(`${a} < ${b} but ${low} > ${high}`);
      if (order === 0 && low !== high) found.push(`${a} = ${b} but ${low} is not ${high}`);
    }
  }
  return found;
}
