import type { Endpoint } from '../endpoint.ts';
import type { Header, Ref } from './types.ts';

/** Spec sections 4 and 8; the rest by decision. */
export const HEADERS = {
  'X-Cache': {
    description: '`HIT` if the response came from the cache. Errors and POST are always `MISS`.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'Cache-Control': {
    description: 'How long the response may be cached. Errors are never cached.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, as a Unix timestamp in seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Request-Id': {
    description: 'Include this when you report a problem.',
    schema: { type: 'string' },
  },
  'X-Ignored-Parameters': {
    description:
      'Query parameters that were ignored, because the endpoint does not have them. At most ten names. `?` replaces a name with characters other than letters, digits, `_`, `.` and `-`; `+3` means three more.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Changes only when the content changes. Send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  Age: {
    description: 'Seconds since the response was computed.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  Deprecation: {
    description: 'When the endpoint was deprecated, as a Unix timestamp after `@` (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'When the endpoint may be removed, as an HTTP date (RFC 8594).',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Header>;

type Name = keyof typeof HEADERS;

const ALWAYS: readonly Name[] = [
  'X-Cache',
  'Cache-Control',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Ignored-Parameters',
];

const ENDING: readonly Name[] = ['Deprecation', 'Sunset'];

/** Returns only the headers in use: OpenAPI tools report unused components. */
export function headersOf(endpoints: readonly Pick<Endpoint, 'deprecation'>[]): Record<string, Header> {
  if (endpoints.some(({ deprecation }) => deprecation !== undefined)) return HEADERS;
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => !(ENDING as readonly string[]).includes(name)));
}

export function answerHeaders({ cache, deprecation }: Pick<Endpoint, 'cache' | 'deprecation'>): Record<string, Ref> {
  return references([
    ...ALWAYS,
    ...(cache > 0 ? (['ETag', 'Age'] as const) : []),
    ...(deprecation === undefined ? [] : ENDING),
  ]);
}

export function errorHeaders(status: number): Record<string, Ref> {
  if (status === 401) return references([...ALWAYS, 'WWW-Authenticate']);
  return references(status === 429 || status === 503 ? [...ALWAYS, 'Retry-After'] : ALWAYS);
}

function references(names: readonly Name[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
