import { createHash } from 'node:crypto';

/**
 * Members that say when we looked, not what we found: a change in them alone is no change. Each is a text or null. Within a text every quote
 * is escaped, so that no text looks like a member.
 */
const VOLATILE = /"(?:timestamp|fetchedAt|checkedAt|asOf)":(?:null|"[^"\\]*")/g;

/** A weak entity tag over JSON without its volatile members: equal after a recomputation that changed nothing. */
export function etagOf(json: string): string {
  return etagOfBytes(json.replaceAll(VOLATILE, ''));
}

export function etagOfBytes(bytes: string | Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
