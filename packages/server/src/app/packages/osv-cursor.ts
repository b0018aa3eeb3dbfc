import type { OsvPlace } from './osv-version.ts';

/** Where a list of vulnerabilities goes on: behind one of them, so that what comes or goes meanwhile moves nothing. */
export function cursorAfter({ ecosystem, key }: OsvPlace): string {
  return Buffer.from(JSON.stringify([ecosystem, key])).toString('base64url');
}

/** Null when it is none of ours. */
export function afterOf(cursor: string): OsvPlace | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== 2) return null;
    const [ecosystem, key] = read as unknown[];
    return isText(ecosystem) && isText(key) ? { ecosystem, key } : null;
  } catch {
    return null;
  }
}

/** PostgreSQL takes no NUL. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}
