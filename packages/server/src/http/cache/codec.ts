import { crc32 } from 'node:zlib';
import type { PerRequestTail } from '../../app/json/per-request-tail.ts';
import { asBody, asBytes, packedLater, type RenderedResponse } from '../response/rendered.ts';

/** Changes with the form of cached responses or of the API: values of another release are never served. */
export type Release = string;

const MAGIC = Buffer.from('ALMANAC\u0002', 'latin1');
const FRAME = MAGIC.length + 8; // magic, checksum, length of the head

interface Head {
  readonly release: Release;
  readonly key: string;
  readonly status: number;
  readonly type: string;
  readonly etag: string;
  readonly computedAt: number;
  readonly ttl: number;
  readonly headers: readonly string[];
  readonly body: number;
  readonly tail: PerRequestTail | null;
}

/** An answer for the shared cache. It names its own key and release, and carries a checksum over everything. */
export function encodeCacheEntry(release: Release, key: string, answer: RenderedResponse): Buffer {
  const { status, type, etag, computedAt, ttl, headers, body, packed, tail } = answer;
  const fields: Head = { release, key, status, type, etag, computedAt, ttl, headers, body: body.length, tail };
  const head = Buffer.from(JSON.stringify(fields));
  const frame = Buffer.alloc(FRAME);
  MAGIC.copy(frame);
  frame.writeUInt32BE(head.length, MAGIC.length + 4);
  const bytes = Buffer.concat([frame, head, asBytes(body), packed.bytes ?? Buffer.alloc(0)]);
  bytes.writeUInt32BE(crc32(bytes.subarray(MAGIC.length + 4)), MAGIC.length);
  return bytes;
}

/** Null for anything that is not exactly an answer of this release under this key: it is then computed again. */
export function decodeCacheEntry(release: Release, key: string, bytes: Buffer): RenderedResponse | null {
  if (bytes.length < FRAME || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (crc32(bytes.subarray(MAGIC.length + 4)) !== bytes.readUInt32BE(MAGIC.length)) return null;
  const headEnd = FRAME + bytes.readUInt32BE(MAGIC.length + 4);
  const head = JSON.parse(bytes.toString('utf8', FRAME, headEnd)) as Head;
  if (head.release !== release || head.key !== key) return null;
  const bodyEnd = headEnd + head.body;
  const { status, type, etag, computedAt, ttl, headers, tail } = head;
  const given = bytes.subarray(headEnd, bodyEnd);
  const body = tail === null ? asBody(given) : given;
  return {
    status,
    type,
    etag,
    computedAt,
    ttl,
    headers,
    tail,
    body,
    packed: packedLater(body, tail, bodyEnd === bytes.length ? undefined : bytes.subarray(bodyEnd)),
  };
}
