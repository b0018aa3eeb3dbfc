/**
 * Headers that are the same on every response, names and values in turn as `writeHead` takes them.
 * They are written by hand rather than by plug-ins because a cached answer is sent in one `writeHead`:
 * setting headers one by one costs more than the limiter and the cache together.
 */
export const CORS_HEADERS: readonly string[] = [
  'access-control-allow-origin',
  '*', // read-only and without credentials: any origin may read (spec section 1)
  'access-control-expose-headers',
  'ETag, Age, Retry-After, X-Cache, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Ignored-Parameters, X-Dossier-Availability, Deprecation, Sunset, Link',
];

export const PREFLIGHT_HEADERS: readonly string[] = [
  'access-control-allow-methods',
  'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers',
  'Authorization, Content-Type, If-None-Match, Range',
  'access-control-max-age',
  '86400',
];

const NOSNIFF = ['x-content-type-options', 'nosniff'];

/** JSON is data: nothing in it may be run or framed, wherever it is opened. These let no page of another origin read it. */
export const CLOSED_HEADERS: readonly string[] = closedHeaders(null);

/** The same for a script that may reach one origin; null: none. */
export function closedHeaders(reaches: string | null): readonly string[] {
  const connect = reaches === null ? '' : ` connect-src ${reaches};`;
  return [...NOSNIFF, 'content-security-policy', `default-src 'none';${connect} frame-ancestors 'none'`];
}

export const JSON_HEADERS: readonly string[] = [...CORS_HEADERS, ...CLOSED_HEADERS];

/** A page may load nothing but what its own policy names. */
export function pageHeaders(policy: string): readonly string[] {
  return [
    ...NOSNIFF,
    'referrer-policy',
    'no-referrer',
    'content-security-policy',
    policy,
    'cross-origin-opener-policy',
    'same-origin',
  ];
}
