import type { Endpoint } from '../endpoint.ts';
import type { Header, Ref } from './types.ts';

/** The headers of our responses (contract sections 4 and 8; the rest by decision). */
export const HEADERS = {
  'X-Cache': {
    description: '`HIT` when the answer came from the cache. Errors and POST are always `MISS`.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'Cache-Control': {
    description: 'How long the answer may be kept; errors are never kept.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the current window allows.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that remain in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, as a Unix timestamp in seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Request-Id': {
    description: 'Name it when you report a problem.',
    schema: { type: 'string' },
  },
  'X-Ignored-Parameters': {
    description:
      'Query parameters that this address does not take, where some were sent: they changed nothing. At most ten names; ' +
      '`?` replaces one that has characters other than letters, digits, `_`, `.` and `-`; `+3` means three more.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Changes when the content does, whenever it was computed. Send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  Age: {
    description: 'Seconds since the answer was computed.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 1 },
  },
  Deprecation: {
    description: 'Since when the address is deprecated, as a Unix timestamp after `@` (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'From when it may be gone, as a date of HTTP (RFC 8594).',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'What to send to be let in (RFC 6750).',
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

/** The headers that these endpoints have: a component that nothing refers to would be a mistake. */
export function headersOf(endpoints: readonly Pick<Endpoint, 'deprecation'>[]): Record<string, Header> {
  if (endpoints.some(({ deprecation }) => deprecation !== undefined)) return HEADERS;
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => !(ENDING as readonly string[]).includes(name)));
}

/** Headers of a successful answer or of a 304. */
export function answerHeaders({ cache, deprecation }: Pick<Endpoint, 'cache' | 'deprecation'>): Record<string, Ref> {
  return references([
    ...ALWAYS,
    ...(cache > 0 ? (['ETag', 'Age'] as const) : []),
    ...(deprecation === undefined ? [] : ENDING),
  ]);
}

/** Headers of an error. */
export function errorHeaders(status: number): Record<string, Ref> {
  if (status === 401) return references([...ALWAYS, 'WWW-Authenticate']);
  return references(status === 429 || status === 503 ? [...ALWAYS, 'Retry-After'] : ALWAYS);
}

function references(names: readonly Name[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
