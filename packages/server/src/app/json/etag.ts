import { createHash } from 'node:crypto';

/** Members that say when we looked, not what we found: a change in them alone is no change. */
const VOLATILE = new Set(['timestamp', 'fetchedAt', 'checkedAt', 'asOf']);

/** A weak entity tag over a value without its volatile members: equal after a recomputation that changed nothing. */
export function etagOf(value: unknown): string {
  const stable = JSON.stringify(value, (key, member: unknown) => (VOLATILE.has(key) ? undefined : member));
  return etagOfBytes(stable);
}

export function etagOfBytes(bytes: string | Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
