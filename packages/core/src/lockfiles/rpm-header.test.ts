import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRpmRows } from './rpm-database.ts';
import { parseRpmHeader, RPM_HEADER_LIMITS } from './rpm-header.ts';

type Value = string | number;

/** Encodes a header as rpm does: 1000 is the name, 1001 the version, 1002 the release, 1003 the epoch. */
function encodeHeader(fields: readonly (readonly [tag: number, value: Value])[]): Uint8Array {
  const index: number[] = [];
  const data: number[] = [];
  for (const [tag, value] of fields) {
    if (typeof value === 'number') while (data.length % 4 !== 0) data.push(0);
    index.push(...toBytes(tag), ...toBytes(typeof value === 'number' ? 4 : 6), ...toBytes(data.length), ...toBytes(1));
    data.push(...(typeof value === 'number' ? toBytes(value) : [...Buffer.from(`${value}\0`)]));
  }
  return Uint8Array.from([...toBytes(fields.length), ...toBytes(data.length), ...index, ...data]);
}

function toBytes(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

const BIND = [
  [1000, 'bind-libs'],
  [1001, '9.16.23'],
  [1002, '24.el9_5'],
  [1003, 32],
  [1022, 'x86_64'],
  [1044, 'bind-9.16.23-24.el9_5.src.rpm'],
  [5096, 'bind:9:1:el9'],
] as const;

it('a header has name, epoch, version, release, architecture, source package and module', () => {
  expect(parseRpmHeader(encodeHeader(BIND)).package).toEqual({
    name: 'bind-libs',
    epoch: 32,
    version: '9.16.23',
    release: '24.el9_5',
    arch: 'x86_64',
    sourceRpm: 'bind-9.16.23-24.el9_5.src.rpm',
    module: 'bind:9:1:el9',
  });
});

it('a header may leave out everything but name, version and release', () => {
  expect(parseRpmHeader(encodeHeader(BIND.slice(0, 3))).package).toMatchObject({
    name: 'bind-libs',
    epoch: null,
    arch: null,
    sourceRpm: null,
    module: null,
  });
});

it('an entry that was added later replaces nothing', () => {
  expect(parseRpmHeader(encodeHeader([...BIND, [1000, 'other']])).package?.name).toBe('bind-libs');
});

const [, VERSION, RELEASE] = BIND;

it.each([
  ['no bytes', new Uint8Array(), 'the header is truncated'],
  ['no entries', new Uint8Array(8), 'the header has 0 entries'],
  ['too many entries', Uint8Array.from([...toBytes(RPM_HEADER_LIMITS.entries + 1), ...toBytes(0)]), '65536 entries'],
  ['too much data', Uint8Array.from([...toBytes(1), ...toBytes(0xffffffff)]), '4294967295 bytes of data'],
  ['less data than it says', encodeHeader(BIND).subarray(0, -1), 'the header is truncated'],
  ['no name', encodeHeader(BIND.slice(1)), 'the header has no name'],
  ['a number as its name', encodeHeader([[1000, 7], VERSION, RELEASE]), "the header's name is not text"],
  ['a text as its epoch', encodeHeader([...BIND.slice(0, 3), [1003, '32']]), "the header's epoch is not a number"],
  ['a line break in its name', encodeHeader([[1000, 'a\nb'], VERSION, RELEASE]), 'is not plain text'],
  ['an empty name', encodeHeader([[1000, ''], VERSION, RELEASE]), 'is not plain text'],
  ['a name of 501 characters', encodeHeader([[1000, 'a'.repeat(501)], VERSION, RELEASE]), 'is not terminated'],
])('a header with %s is refused', (_, bytes, problem) => {
  expect(parseRpmHeader(bytes)).toEqual({ package: null, problem: expect.stringContaining(problem) });
});

it('whatever the bytes are, there is a package of plain text or a problem', () => {
  const header = encodeHeader(BIND);
  const damaged = fc
    .tuple(fc.array(fc.tuple(fc.nat(header.length - 1), fc.nat(255)), { maxLength: 12 }), fc.nat(header.length))
    .map(([changes, length]) => {
      const bytes = Uint8Array.from(header);
      for (const [at, value] of changes) bytes[at] = value;
      return length % 4 === 0 ? bytes.subarray(0, length) : bytes;
    });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const { package: found, problem } = parseRpmHeader(bytes);

      if (found === null) expect(problem).toMatch(/^the .*header/);
      else expect(`${found.name}${found.version}${found.release}`).toMatch(/^[!-~]+$/);
    }),
    { numRuns: 2_000 },
  );
});

it('keys are no packages, and the package of the release tells the distribution', () => {
  const key = encodeHeader([[1000, 'gpg-pubkey'], VERSION, RELEASE]);
  const release = encodeHeader([[1000, 'rocky-release'], [1001, '9.5'], RELEASE]);
  const rows = [key, release, encodeHeader(BIND)].map((header, index) => ({ number: `${index + 1}`, header }));
  const { content } = readRpmRows(rows, null);

  expect(content?.skipped).toEqual([{ place: 'package 1', name: 'gpg-pubkey', reason: 'a key, which is no package' }]);
  expect(content?.components.map(({ purl }) => purl)).toEqual([
    'pkg:rpm/rocky-linux/rocky-release@9.5-24.el9_5?distro=rocky-linux-9.5',
    'pkg:rpm/rocky-linux/bind-libs@9.16.23-24.el9_5?arch=x86_64&distro=rocky-linux-9.5&epoch=32&rpmmod=bind:9:1:el9&upstream=bind-9.16.23-24.el9_5.src.rpm',
  ]);
});

it('a database of more packages than are read is refused', () => {
  const header = encodeHeader(BIND);
  const rows = Array.from({ length: 7 }, (_, index) => ({ number: `${index}`, header }));

  expect(readRpmRows(rows, null, { characters: 1, components: 3 }).problem).toBe(
    'The file has more than 3 components.',
  );
});
