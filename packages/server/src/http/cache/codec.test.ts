import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packedBody } from '../response/packed-body.ts';
import type { RenderedResponse } from '../response/rendered.ts';
import { decodeCacheEntry, encodeCacheEntry } from './codec.ts';

const answer: RenderedResponse = {
  status: 200,
  type: 'application/json',
  body: '{"success":true}',
  packed: packedBody(() => null, Buffer.from('pretend')),
  etag: 'W/"x"',
  computedAt: 1_700_000_000_000,
  ttl: 60,
  headers: ['x-dossier-availability', 'published'],
  tail: null,
};
const shown = (one: RenderedResponse | null) => one && { ...one, packed: one.packed.bytes };
const bytes = encodeCacheEntry('v1.a', 'key', answer);

describe('an answer in the shared cache', () => {
  it('comes back as it was', () => {
    expect(shown(decodeCacheEntry('v1.a', 'key', bytes))).toEqual(shown(answer));
  });

  it('that nobody has wanted packed comes back so, and is packed when it is wanted', async () => {
    const unpacked = { ...answer, body: 'x'.repeat(1_000), packed: packedBody(() => null) };

    const kept = decodeCacheEntry('v1.a', 'key', encodeCacheEntry('v1.a', 'key', unpacked));

    expect(kept?.packed.bytes).toBeUndefined();
    await kept?.packed.make();
    expect(gunzipSync(kept?.packed.bytes ?? Buffer.alloc(0)).toString()).toBe(unpacked.body);
  });

  it('comes back with what has to be made again', () => {
    const place = [2, 9] as const;
    const tail = { evidence: [['kev', place]] as const, primary: null, integrity: '"a":1', template: ['}'], crc: 7 };
    const composed: RenderedResponse = { ...answer, body: Buffer.from('{"success":true'), tail };

    expect(shown(decodeCacheEntry('v1.a', 'key', encodeCacheEntry('v1.a', 'key', composed)))).toEqual(shown(composed));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['garbage', Buffer.from('not an answer at all, but long enough to be one')],
    ['the value of another key', encodeCacheEntry('v1.a', 'other', answer)],
    ['the value of another release', encodeCacheEntry('v1.b', 'key', answer)],
    ['a cut value', bytes.subarray(0, -1)],
    ['a value with more behind it', Buffer.concat([bytes, Buffer.from('x')])],
  ])('is not served from %s', (_name, value) => {
    expect(decodeCacheEntry('v1.a', 'key', value)).toBeNull();
  });

  it('is not served when any one bit has turned', () => {
    for (let position = 0; position < bytes.length; position += 1) {
      const turned = Buffer.from(bytes);
      turned[position] = turned[position]! ^ 1;

      expect(decodeCacheEntry('v1.a', 'key', turned)).toBeNull();
    }
  });
});
