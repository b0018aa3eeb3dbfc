import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { renderWithTail } from '../../http/response/rendered.ts';
import { jsonParts } from './json-parts.ts';
import { gzipWithTail, INTEGRITY, renderTail, TIMESTAMP } from './per-request-tail.ts';

const NOW = Date.UTC(2026, 10, 15);
const record = Buffer.from('{ "says": "ü" , "n": 1.50 }');

async function composed(padding = '') {
  const parts = jsonParts().text('{"data":{"primary":');
  const primary = parts.value({ id: 'CVE-2026-0001', title: 'é' });
  parts.text(',"sources":{"osv":');
  const osv = parts.raw(record);
  const body = parts.text('}}').bytes();
  const tail = {
    evidence: [['osv', osv] as const],
    primary,
    integrity: `"fetchedAt":"then","padding":"${padding}"`,
    template: [',"integrity":', INTEGRITY, ',"timestamp":', TIMESTAMP, '}'],
  };
  const answer = { status: 200, type: 'application/json', etag: 'W/"x"', computedAt: 0, ttl: 60, headers: [] };
  return renderWithTail({ ...answer, body, tail });
}

describe('an answer with an end that is made for every request', () => {
  it('hashes the very bytes that it holds, and tells the time', async () => {
    const { body, tail } = await composed();

    const end = renderTail(tail!, body as Buffer, NOW);

    const answer = JSON.parse(Buffer.concat([body as Buffer, end]).toString());
    expect(answer.data.sources.osv).toEqual({ says: 'ü', n: 1.5 });
    expect(answer.integrity.sources).toEqual({ osv: createHash('sha256').update(record).digest('hex') });
    const primary = JSON.stringify(answer.data.primary);
    expect(answer.integrity.primaryHash).toBe(createHash('sha256').update(primary).digest('hex'));
    expect(answer.timestamp).toBe('2026-11-15T00:00:00.000Z');
  });

  it.each([0, 1, 70_000])('is one gzip file with %i more bytes at its end', async (more) => {
    const { body, tail, packed: later } = await composed('x'.repeat(more));
    await later.make();
    const end = renderTail(tail!, body as Buffer, NOW);

    const packed = gzipWithTail(later.bytes!, tail!, body.length, end);

    expect(gunzipSync(packed).equals(Buffer.concat([body as Buffer, end]))).toBe(true);
  });
});
