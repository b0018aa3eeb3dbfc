import type { Endpoint } from '../endpoint.ts';
import type { Schemas } from './schemas.ts';
import type { Parameter, Ref } from './types.ts';

export const PARAMETERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an earlier response. Returns 304 without a body if it is still current.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

/** Orders path parameters, query parameters, then `If-None-Match` if responses are cached. */
export function parametersOf(endpoint: Endpoint, schemas: Schemas): (Parameter | Ref)[] {
  const path = schemas
    .members(endpoint.params, 'input')
    .map((member) => parameter('path', member, endpoint.wildcardParam));
  const query = schemas.members(endpoint.query, 'input').map((member) => parameter('query', member));
  const conditional = endpoint.method === 'GET' && endpoint.cache > 0;
  return [...path, ...query, ...(conditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : [])];
}

function parameter(
  place: 'path' | 'query',
  { name, required, schema }: ReturnType<Schemas['members']>[number],
  wildcardParam?: string,
): Parameter {
  const { description, ...type } = schema;
  const text = [description, name === wildcardParam ? SLASHES : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    name,
    in: place,
    required: place === 'path' || required,
    ...(text === '' ? {} : { description: text }),
    schema: type,
  };
}

const SLASHES = 'Slashes may be written as is or percent-encoded.';
