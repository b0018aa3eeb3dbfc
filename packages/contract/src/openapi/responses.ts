import type { Endpoint } from '../endpoint.ts';
import { answerOf, exampleAnswer } from '../envelope.ts';
import {
  BODY_ERRORS,
  ERRORS,
  type ErrorCode,
  exampleError,
  GENERAL_ERRORS,
  KEY_ERRORS,
  REQUEST_ERRORS,
} from '../errors.ts';
import { answerHeaders, errorHeaders } from './headers.ts';
import type { Schemas } from './schemas.ts';
import type { Content, Ref, Response } from './types.ts';

/** Includes `default` for requests that never reach the endpoint. */
export function responsesOf(endpoint: Endpoint, schemas: Schemas): Record<string, Response | Ref> {
  const headers = answerHeaders(endpoint);
  const success = { description: 'Success', headers, content: contentOf(endpoint, schemas) };
  const unchanged = { description: 'Not modified.', headers };
  const conditional = endpoint.method === 'GET' && endpoint.cache > 0;

  return {
    ...Object.fromEntries(
      [endpoint.status ?? 200, ...(endpoint.otherStatuses ?? [])].map((status) => [status, success]),
    ),
    ...(conditional ? { 304: unchanged } : {}),
    ...Object.fromEntries(byStatus(errorsOf(endpoint)).map((group) => [group.status, shared(group) ?? error(group)])),
    default: { $ref: '#/components/responses/RequestRefused' },
  };
}

function contentOf(endpoint: Endpoint, schemas: Schemas): Record<string, Content> {
  if (endpoint.media !== undefined) return { [endpoint.media]: { schema: { type: 'string' } } };
  const schema = schemas.of(answerOf(endpoint), 'output');
  const others = (endpoint.otherMedia ?? []).map((media) => [media, { schema: { type: 'object' } }] as const);
  return { 'application/json': { schema, example: exampleAnswer(endpoint) }, ...Object.fromEntries(others) };
}

/** Shared by operations that add no code of their own to a status. */
export function sharedResponses(): Record<string, Response> {
  const general = byStatus(GENERAL_ERRORS).map((group) => [`Error${group.status}`, error(group)]);
  // Some of these errors are sent before a rate limit or a request ID is known, so no header is promised.
  const refused = { description: describe(REQUEST_ERRORS), content: errorContent(REQUEST_ERRORS) };
  return { ...Object.fromEntries(general), RequestRefused: refused };
}

/** In the order of the catalogue. */
export function errorsOf(endpoint: Pick<Endpoint, 'body' | 'errors' | 'auth'>): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...GENERAL_ERRORS,
    ...(endpoint.body === null ? [] : BODY_ERRORS),
    ...(endpoint.auth === 'none' ? [] : KEY_ERRORS),
    ...endpoint.errors,
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

interface Group {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

function byStatus(codes: readonly ErrorCode[]): Group[] {
  return [...Map.groupBy(codes, (code) => ERRORS[code].status as number)]
    .map(([status, group]) => ({ status, codes: group }))
    .sort((a, b) => a.status - b.status);
}

function shared(group: Group): Ref | undefined {
  const general = byStatus(GENERAL_ERRORS).find(({ status }) => status === group.status);
  const same = general !== undefined && general.codes.join() === group.codes.join();
  return same ? { $ref: `#/components/responses/Error${group.status}` } : undefined;
}

function error({ status, codes }: Group): Response {
  return { description: describe(codes), headers: errorHeaders(status), content: errorContent(codes) };
}

function describe(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n');
}

function errorContent(codes: readonly ErrorCode[]): Record<string, Content> {
  const narrowed = { type: 'object', properties: { code: { enum: codes } } };
  return {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] },
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code) }])),
    },
  };
}
