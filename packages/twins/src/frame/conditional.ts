import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';

/** Without quotes. */
export function tagOf(answer: Answer): string | null {
  if (answer.tag !== undefined) return answer.tag;
  if (!Buffer.isBuffer(answer.body)) return null;
  return createHash('sha256').update(answer.body).digest('hex').slice(0, 32);
}

/** Faults in the document change the tag. */
export function revisionTag(revision: string, faults: readonly object[]): string {
  const spoilt = faults.length === 0 ? '' : JSON.stringify(faults);
  return createHash('sha256').update(revision).update(spoilt).digest('hex').slice(0, 32);
}

/** RFC 9110 section 13.2.2: `If-None-Match` takes precedence. */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string | null, modified: number | undefined): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined)
    return ifNoneMatch.trim() === '*' || (tag !== null && tagsIn(ifNoneMatch).includes(tag));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && Number.isFinite(since) && Math.floor(modified / 1000) * 1000 <= since;
}

/** Weak comparison ignores the `W/` prefix. */
function tagsIn(header: string): string[] {
  return header.split(',').map((part) => {
    const text = part.trim();
    const opaque = text.startsWith('W/') ? text.slice(2) : text;
    return opaque.startsWith('"') && opaque.endsWith('"') ? opaque.slice(1, -1) : opaque;
  });
}
