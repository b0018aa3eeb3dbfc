import { type Endpoint, expectedText, INPUT_ERRORS } from '@almanac/contract';
import type { z } from 'zod';
import { ApiError, invalidParameter, shown } from '../../app/errors.ts';
import { readBody } from '../../app/read-body.ts';
import type { Page, Visit } from '../page.ts';
import type { Input } from '../route.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads a request by its contract. A mistake is a 400 that names the parameter, its value and what is allowed. */
export function readInput(endpoint: Endpoint, raw: RawInput): Input {
  const params = named(raw.params, endpoint.wildcardParam);
  const query = takenOf(endpoint, named(raw.query, undefined));
  refuseControlCharacters(params);
  refuseControlCharacters(query);
  return {
    params: parsed(endpoint.params, params),
    query: parsed(endpoint.query, query),
    body: bodyOf(endpoint, raw.body),
  };
}

/** The bytes of a raw body are read by its handler. */
function bodyOf({ body, rawBody }: Endpoint, given: unknown): unknown {
  if (body === null) return undefined;
  if (rawBody === undefined) return Buffer.isBuffer(given) ? given : readBody(body, given);
  if (!Buffer.isBuffer(given) || given.length === 0) throw new ApiError('BODY_INVALID', 'The body is empty');
  return given;
}

/** Reads a visit to a page: what it does not know is ignored, since people follow links that others have made. */
export function readVisit({ query: taken, textAreas = [] }: Page, raw: Pick<RawInput, 'params' | 'query'>): Visit {
  const params = named(raw.params, undefined);
  const query = new Map([...named(raw.query, undefined)].filter(([name]) => taken.includes(name)));
  for (const name of textAreas) {
    const value = query.get(name);
    if (typeof value === 'string') query.set(name, value.replaceAll(/[\r\n\t]+/g, ' '));
  }
  refuseControlCharacters(params);
  refuseControlCharacters(query);
  return { params: texts(params), query: texts(query) };
}

function texts(given: Map<string, unknown>): Record<string, string> {
  return Object.fromEntries([...given].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Names of parameters that people put secrets in: they belong in a header, and are not repeated in an answer. */
const SECRET_NAMES = new Set(['token', 'access_token', 'key', 'api_key', 'apikey', 'secret', 'password', 'auth']);

/** The parameters that the endpoint takes; others are ignored and listed in a header (`ignored-parameters.ts`). */
function takenOf({ query: { shape } }: Endpoint, query: Map<string, unknown>): Map<string, unknown> {
  const taken = new Map<string, unknown>();
  for (const [name, value] of query) {
    if (Object.hasOwn(shape, name)) {
      if (Array.isArray(value)) throw invalidParameter(name, 'is given more than once', 'Send it once.');
      taken.set(name, value);
    } else if (SECRET_NAMES.has(name.toLowerCase())) {
      throw invalidParameter(
        shown(name),
        'is not accepted in the URL',
        'Send the key as `Authorization: Bearer <key>`.',
      );
    }
  }
  return taken;
}

/** Fastify hands `%00` and `%0d%0a` on decoded: PostgreSQL fails on the first, headers are split by the second. */
function refuseControlCharacters(given: Map<string, unknown>): void {
  for (const [name, value] of given) {
    if (typeof value !== 'string') continue;
    for (let i = 0; i < value.length; i += 1) {
      const code = value.charCodeAt(i);
      if (code < 0x20 || code === 0x7f) throw invalidParameter(name, 'contains a control character');
    }
  }
}

function parsed(schema: z.ZodObject, given: Map<string, unknown>): unknown {
  const result = schema.safeParse(Object.fromEntries(given), { error: expectedText });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const code = INPUT_ERRORS.get(issue?.message ?? '');
  if (code !== undefined && issue !== undefined) throw new ApiError(code, issue.message);
  const name = String(issue?.path[0] ?? '');
  const value = given.get(name);
  if (value === undefined) throw invalidParameter(name, 'is required');
  throw invalidParameter(name, `has the value '${shown(asText(value))}': ${issue?.message ?? 'not allowed'}`);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A Map, so that `__proto__` is a name like any other. Fastify calls what a wildcard matched `*`. */
function named(members: unknown, wildcardParam: string | undefined): Map<string, unknown> {
  const map = new Map<string, unknown>();
  for (const [name, value] of Object.entries((members ?? {}) as Record<string, unknown>)) {
    map.set(name === '*' && wildcardParam !== undefined ? wildcardParam : name, value);
  }
  return map;
}
