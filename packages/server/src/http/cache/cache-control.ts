/** What caches between us and the caller may do with an answer. */
export function cacheHeaders(ttl: number): readonly string[] {
  return ['cache-control', cacheControl(ttl), 'vary', 'Accept-Encoding'];
}

/** Of an answer to whoever has a key. */
export const PRIVATE_HEADERS: readonly string[] = ['cache-control', 'private, no-store', 'vary', 'Accept-Encoding'];

const YEAR = 31_536_000;

function cacheControl(ttl: number): string {
  if (ttl === 0) return 'no-store';
  // RFC 8246: what is cached for a year never changes.
  return ttl === YEAR ? `public, max-age=${ttl}, immutable` : `public, max-age=${ttl}, stale-while-revalidate=${ttl}`;
}
