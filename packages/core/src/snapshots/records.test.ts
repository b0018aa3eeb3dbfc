import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/problem-code.ts';
import { documentIn, filedHash, type RecordShard, readRecords, writeRecords } from './records.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const SEGMENT = { sha256: 'cd'.repeat(32), bytes: 10 };
const SHARD: RecordShard = {
  partition: 'record/osv',
  bits: 0,
  prefix: 0,
  documents: [
    { hash: '00112233445566ff', segment: SEGMENT, document: 1 },
    { hash: 'ff11223344556677', segment: SEGMENT, document: 0 },
  ],
};
const TEXT = writeRecords(SHARD);
const SEGMENT_TEXT = JSON.stringify({
  format: 'almanac-segment/1',
  source: 'osv',
  documents: [
    ['x', 'a text — äöü'],
    ['x', null, 'AP8='],
  ],
});

describe('a shard of documents', () => {
  it('is read as it was written, in whatever order that was', () => {
    expect(readRecords(TEXT, SHARD)).toEqual(SHARD);
    expect(writeRecords({ ...SHARD, documents: SHARD.documents.toReversed() })).toBe(TEXT);
  });

  it('is refused, or read, and never throws anything else, whatever value is put into it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(JSON.parse(TEXT) as object)), fc.jsonValue(), (member, value) => {
        const changed = JSON.stringify({ ...(JSON.parse(TEXT) as object), [member]: value });

        expect(['accepted', 'format_unknown', 'shard_misplaced', 'shard_malformed', 'object_too_large']).toContain(
          codeOf(() => readRecords(changed, SHARD)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a segment that is missing', { places: [9, 0, 0, 0] }],
    ['a place too few', { places: [0, 0, 0] }],
    ['half a hash', { hashes: 'AAAA' }],
  ])('is refused for %s', (_, change) => {
    const changed = JSON.stringify({ ...(JSON.parse(TEXT) as object), ...change });

    expect(codeOf(() => readRecords(changed, SHARD))).toBe('shard_malformed');
  });
});

describe('a document of a segment', () => {
  const ask = (wanted: string, document: number, source = 'osv', text = SEGMENT_TEXT) =>
    documentIn(sha256, text, { source, wanted, document });

  it('is the one with the whole hash, also where it is no text', () => {
    const binary = createHash('sha256').update(Uint8Array.of(0, 255)).digest('hex');

    expect(new TextDecoder().decode(ask(hashOf('a text — äöü'), 0) ?? undefined)).toBe('a text — äöü');
    expect(ask(binary, 1)).toEqual(Uint8Array.of(0, 255));
    expect(ask(filedHash(hashOf('a text — äöü')).padEnd(64, '0'), 0)).toBeNull();
  });

  it('is refused in a segment of another source, and at a place that is none', () => {
    expect(codeOf(() => ask(hashOf('a'), 0, 'nvd'))).toBe('segment_misplaced');
    expect(codeOf(() => ask(hashOf('a'), 2))).toBe('segment_malformed');
    expect(codeOf(() => ask(hashOf('a'), 0, 'osv', '{"format":"almanac-segment/1","source":"osv"}'))).toBe(
      'segment_malformed',
    );
  });
});
