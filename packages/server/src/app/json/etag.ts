import { createHash } from 'node:crypto';

export function etagOfBytes(bytes: string | Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
