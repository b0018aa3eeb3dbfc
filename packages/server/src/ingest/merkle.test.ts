import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Leaf, merkleRoot, openMerkleTree } from './merkle.ts';

const leaves: fc.Arbitrary<Leaf[]> = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom('kev', 'osv'),
    key: fc.string({ unit: 'binary', maxLength: 12 }),
    sha256: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 })),
  }),
  { maxLength: 40, selector: ({ source, key }) => `${source} ${key}` },
);

const root = (given: Iterable<Leaf>) => merkleRoot(given).toString('hex');
const leaf = (key: string, fill = 1): Leaf => ({ source: 'kev', key, sha256: new Uint8Array(32).fill(fill) });

describe('the root over records', () => {
  it('does not depend on the order in which they are given', () => {
    const shuffled = leaves.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );

    fc.assert(
      fc.property(shuffled, ([given, otherwise]) => {
        expect(root(otherwise)).toBe(root(given));
      }),
    );
  });

  it('changes when a record is taken away', () => {
    fc.assert(
      fc.property(
        leaves.filter(({ length }) => length > 0),
        fc.nat(),
        (given, at) => {
          expect(root(given.toSpliced(at % given.length, 1))).not.toBe(root(given));
        },
      ),
    );
  });

  it.each<[string, Leaf]>([
    ['its bytes', leaf('b', 2)],
    ['its key', leaf('B')],
    ['its source', { ...leaf('b'), source: 'osv' }],
    ['its presence', { ...leaf('b'), sha256: null }],
  ])('changes with a record: %s', (_what, changed) => {
    const others = [leaf('a'), leaf('c')];

    expect(root([...others, changed])).not.toBe(root([...others, leaf('b')]));
  });

  it('tells where a key ends', () => {
    expect(root([leaf('a","b')])).not.toBe(root([leaf('a'), leaf('b')]));
  });

  it('is, over none, the hash of nothing (RFC 9162 section 2.1.1)', () => {
    expect(root([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 33])('is that of the definition of RFC 9162, over %i', (count) => {
    const given = Array.from({ length: count }, (_, i) => leaf(String(i).padStart(3, '0'), i));

    expect(root(given)).toBe(defined(given.map(data)).toString('hex'));
  });

  it('sorts by the bytes of UTF-8, as PostgreSQL does under the locale C', () => {
    const [astral, first] = [leaf('\u{1f600}', 1), leaf('\uffee', 2)];

    expect(root([astral, first])).toBe(defined([data(first), data(astral)]).toString('hex'));
  });

  it.each([
    ['another order', ['a', 'c', 'b']],
    ['a key twice', ['a', 'a']],
  ])('refuses leaves that do not follow each other: %s', (_what, keys) => {
    const tree = openMerkleTree();

    expect(() => keys.map((key) => tree.add(leaf(key)))).toThrow(/came after/);
  });
});

const data = ({ source, key, sha256 }: Leaf) =>
  JSON.stringify([source, key, sha256 === null ? null : Buffer.from(sha256).toString('hex')]);

/** The recursive definition, word for word. */
function defined(entries: readonly string[]): Buffer {
  const hash = createHash('sha256');
  if (entries.length === 1) return hash.update('\0').update(String(entries[0])).digest();
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return hash
    .update('\u0001')
    .update(defined(entries.slice(0, k)))
    .update(defined(entries.slice(k)))
    .digest();
}
