import { describe, expect, it } from 'vitest';
import type { Finished } from '../response/rendered.ts';
import { packed, unpacked } from './codec.ts';

const answer: Finished = {
  status: 200,
  type: 'application/json',
  body: '{"success":true}',
  gzip: Buffer.from('pretend'),
  etag: 'W/"x"',
  computedAt: 1_700_000_000_000,
  ttl: 60,
  headers: ['x-dossier-availability', 'published'],
  live: null,
};
const bytes = packed('v1.a', 'key', answer);

describe('an answer in the shared cache', () => {
  it('comes back as it was', () => {
    expect(unpacked('v1.a', 'key', bytes)).toEqual(answer);
    expect(unpacked('v1.a', 'key', packed('v1.a', 'key', { ...answer, gzip: null }))).toEqual({
      ...answer,
      gzip: null,
    });
  });

  it('comes back with what is to be made anew', () => {
    const place = [2, 9] as const;
    const live = { evidence: [['kev', place]] as const, primary: null, integrity: '"a":1', tail: ['}'], crc: 7 };
    const composed: Finished = { ...answer, body: Buffer.from('{"success":true'), live };

    expect(unpacked('v1.a', 'key', packed('v1.a', 'key', composed))).toEqual(composed);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['garbage', Buffer.from('not an answer at all, but long enough to be one')],
    ['the value of another key', packed('v1.a', 'other', answer)],
    ['the value of another release', packed('v1.b', 'key', answer)],
    ['a cut value', bytes.subarray(0, -1)],
    ['a value with more behind it', Buffer.concat([bytes, Buffer.from('x')])],
  ])('is not served from %s', (_name, value) => {
    expect(unpacked('v1.a', 'key', value)).toBeNull();
  });

  it('is not served when any one bit has turned', () => {
    for (let position = 0; position < bytes.length; position += 1) {
      const turned = Buffer.from(bytes);
      turned[position] = turned[position]! ^ 1;

      expect(unpacked('v1.a', 'key', turned)).toBeNull();
    }
  });
});
