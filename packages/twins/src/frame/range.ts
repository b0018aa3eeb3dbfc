import type { RangeManner } from './answer.ts';

export interface BodyPart {
  readonly status: 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Supports a single range with a start. Returns null to send the whole body. */
export function partOf(body: Buffer, asked: string | undefined, manner: RangeManner | undefined): BodyPart | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(asked ?? '') ?? [];
  if (manner === undefined || from === undefined) return null;
  const start = Number(from);
  if (start >= body.length) {
    return { status: 416, headers: { 'content-range': `bytes */${body.length}` }, body: Buffer.alloc(0) };
  }
  const end = Math.min(to ? Number(to) + 1 : body.length, body.length);
  const headers = manner === 'unsaid' ? {} : { 'content-range': `bytes ${start}-${end - 1}/${body.length}` };
  return { status: 206, headers, body: sentInstead(body, start, end, manner) };
}

function sentInstead(body: Buffer, start: number, end: number, manner: RangeManner): Buffer {
  if (manner === 'all') return body;
  if (manner === 'fewer') return body.subarray(start, start + Math.floor((end - start) / 2));
  // The right number of bytes, but the wrong ones.
  if (manner === 'elsewhere') return Buffer.concat([body.subarray(5), body]).subarray(0, end - start);
  return body.subarray(start, end);
}
