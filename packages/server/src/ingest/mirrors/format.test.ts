import { describe, expect, it } from 'vitest';
import { EvidenceIndex, FORMATS, MOST_SEGMENTS, parseObject, SEGMENT, Segment } from './format.ts';

const HASH = 'a'.repeat(64);
const VERSION = ['key', 1, '2026-01-01T00:00:00+00:00', null, 0, 0, -1];
const segment = (more: object = {}) => ({
  format: FORMATS.segment,
  source: 'kev',
  documents: [[HASH, '{}']],
  versions: [VERSION],
  ...more,
});
const index = (segments: unknown) => ({
  format: FORMATS.index,
  published: '2026-01-01T00:00:00.000Z',
  position: { until: '1', running: [] },
  sources: [
    {
      source: 'kev',
      licence: null,
      attribution: null,
      records: 1,
      live: 1,
      versions: 1,
      root: HASH,
      segments,
      state: [HASH, 1],
    },
  ],
  leftOut: [],
});
const repeated = (value: unknown, times: number) => Array.from({ length: times }, () => value);

describe('a segment', () => {
  it('is read', () => {
    expect(parseObject(JSON.stringify(segment()), Segment, 'segment_malformed')).toEqual(segment());
  });

  it.each<[string, object]>([
    ['is of another format', { format: 'almanac-segment/2' }],
    ['has more versions than one may have', { versions: repeated(VERSION, SEGMENT.versions + 1) }],
    ['has more documents than one may have', { documents: repeated([HASH, ''], SEGMENT.versions + 1) }],
    ['has an instant that is none', { versions: [VERSION.with(2, "now'")] }],
    ['has a number that is none', { versions: [VERSION.with(1, 0)] }],
    ['has a document without a hash', { documents: [['', '{}']] }],
    ['has bytes that are not base64', { documents: [[HASH, null, '%']] }],
  ])('is refused where it %s', (_how, more) => {
    const text = JSON.stringify(segment(more));

    expect(() => parseObject(text, Segment, 'segment_malformed')).toThrow(/An evidence segment is malformed\./);
  });

  it('is refused where it is no JSON', () => {
    expect(() => parseObject('{', Segment, 'segment_malformed')).toThrow(/not gzip-compressed JSON/);
  });
});

describe('an index', () => {
  it.each<[string, unknown]>([
    ['more segments than it may list', repeated([HASH, 1], MOST_SEGMENTS + 1)],
    ['a segment that is larger than an object may be', [[HASH, (8 << 20) + 1]]],
  ])('is refused with %s', (_what, segments) => {
    const text = JSON.stringify(index(segments));

    expect(() => parseObject(text, EvidenceIndex, 'evidence_malformed')).toThrow(/The index of evidence/);
  });
});
