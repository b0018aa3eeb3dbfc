import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { finishLive } from '../../http/response/rendered.ts';
import { jsonParts } from './json-parts.ts';
import { gzipOf, INTEGRITY, TIMESTAMP, tailOf } from './per-request-tail.ts';

const NOW = Date.UTC(2026, 10, 15);
const record = Buffer.from('{ "says": "ü" , "n": 1.50 }');

async function composed(padding = '') {
  const parts = jsonParts().text('{"data":{"primary":');
  const primary = parts.value({ id: 'CVE-2026-0001', title: 'é' });
  parts.text(',"sources":{"osv":');
  const osv = parts.raw(record);
  const body = parts.text('}}').bytes();
  const live = {
    evidence: [['osv', osv] as const],
    primary,
    integrity: `"fetchedAt":"then","padding":"${padding}"`,
    tail: [',"integrity":', INTEGRITY, ',"timestamp":', TIMESTAMP, '}'],
  };
  const answer = { status: 200, type: 'application/json', etag: 'W/"x"', computedAt: 0, ttl: 60, headers: [] };
  return finishLive({ ...answer, body, live });
}

describe('an answer whose end is made for every request', () => {
  it('hashes the very bytes that it holds, and tells the time', async () => {
    const { body, live } = await composed();

    const tail = tailOf(live!, body as Buffer, NOW);

    const answer = JSON.parse(Buffer.concat([body as Buffer, tail]).toString());
    expect(answer.data.sources.osv).toEqual({ says: 'ü', n: 1.5 });
    expect(answer.integrity.sources).toEqual({ osv: createHash('sha256').update(record).digest('hex') });
    const primary = JSON.stringify(answer.data.primary);
    expect(answer.integrity.primaryHash).toBe(createHash('sha256').update(primary).digest('hex'));
    expect(answer.timestamp).toBe('2026-11-15T00:00:00.000Z');
  });

  it.each([0, 1, 70_000])('is one gzip file with %i more bytes at its end', async (more) => {
    const { body, live, gzip } = await composed('x'.repeat(more));
    const tail = tailOf(live!, body as Buffer, NOW);

    const packed = gzipOf(gzip!, live!, body.length, tail);

    expect(gunzipSync(packed).equals(Buffer.concat([body as Buffer, tail]))).toBe(true);
  });
});
