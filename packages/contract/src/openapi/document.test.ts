import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ENDPOINTS } from '../catalogue.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { openapiDocument, openapiSteps, toPathTemplate } from './document.ts';

const Pair = z.object({ left: z.string() }).meta({ id: 'Pair' });
const Unused = z.object({}).meta({ id: 'Unused' });

const search = endpoint({
  id: 'searchThings',
  method: 'GET',
  path: '/things/:package',
  area: 'packages',
  summary: 'Things of a package',
  params: z.object({ package: z.string().max(512).describe('The name.') }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    severity: z
      .string()
      .transform((text) => text.split(','))
      .optional(),
    q: z.string(),
  }),
  data: z.object({ pairs: z.array(Pair), strict: z.strictObject({ a: z.int() }) }),
  cache: 300,
  rate: 'issues',
  errors: ['UPSTREAM_UNAVAILABLE'],
  example: { pairs: [{ left: 'x' }], strict: { a: 1 } },
  wildcardParam: 'package',
});

const submit = endpoint({
  id: 'submitThings',
  method: 'POST',
  path: '/things/:package',
  area: 'packages',
  summary: 'Submits things',
  params: z.object({ package: z.string() }),
  body: z.strictObject({ pairs: z.array(Pair).max(50) }),
  data: Pair,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  example: { left: 'x' },
  exampleBody: { pairs: [{ left: 'y' }] },
});

const deployment = { version: '0.1.0', serverUrl: 'https://almanac.example.org/api/v1' };
const documentOf = (...endpoints: unknown[]) => openapiDocument(deployment, endpoints as Endpoint[]);
const operations = documentOf(search).paths['/things/{package}'];
const get = operations?.['get'];

describe('openapiDocument', () => {
  it('describes parameters as a caller writes them', () => {
    expect(get?.parameters).toEqual([
      {
        name: 'package',
        in: 'path',
        required: true,
        description: 'The name. Slashes may be written as is or percent-encoded.',
        schema: { type: 'string', maxLength: 512 },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
      },
      { name: 'severity', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
      { $ref: '#/components/parameters/IfNoneMatch' },
    ]);
  });

  it('leaves answers open to new members, and request bodies as strict as they are', () => {
    const document = documentOf(search, submit);
    const answer = JSON.stringify(document.paths['/things/{package}']?.['get']?.responses);
    const body = JSON.stringify(document.paths['/things/{package}']?.['post']?.requestBody);

    expect(answer).not.toContain('"additionalProperties":false');
    expect(body).toContain('"additionalProperties":false');
    expect(body).toContain('"example":{"pairs":[{"left":"y"}]}');
  });

  it('names each schema once, and only those in use', () => {
    const { schemas } = documentOf(search, submit).components;

    expect(Object.keys(schemas)).toEqual(['BudgetDetails', 'Error', 'Pair', 'Timestamp']);
    expect(Unused.meta()?.id).toBe('Unused');
  });

  it('refuses one name for two forms', () => {
    const Counted = z.object({ n: z.int().default(0) }).meta({ id: 'Counted' });
    const both = endpoint({ ...submit, body: Counted, data: Counted, example: { n: 1 }, exampleBody: {} });

    expect(() => documentOf(both)).toThrow('Counted differs between requests and responses: give each form its own ID');
  });

  it('states budget and cache of each operation', () => {
    expect(get?.['x-rate-limit']).toEqual({ class: 'issues', limit: 60, limitWithKey: 300, windowSeconds: 60 });
    expect(get?.['x-cache-seconds']).toBe(300);
  });

  it('shares error responses except where an endpoint adds a code', () => {
    expect(get?.responses['429']).toEqual({ $ref: '#/components/responses/Error429' });
    expect(get?.responses['503']).toMatchObject({
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      content: { 'application/json': { examples: { UPSTREAM_UNAVAILABLE: {}, OVERLOADED: {} } } },
    });
  });

  it('promises 304 and an ETag where answers are cached', () => {
    const post = documentOf(submit).paths['/things/{package}']?.['post'];

    expect(get?.responses['304']).toMatchObject({ headers: { ETag: {}, Age: {} } });
    expect(post?.responses['304']).toBeUndefined();
    expect(post?.responses['200']).not.toHaveProperty('headers.ETag');
  });

  it('asks for a key, and for a JSON body, where the endpoint does', () => {
    const document = documentOf(submit);

    expect(document.paths['/things/{package}']?.['post']?.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes).toHaveProperty('bearer');
    expect(Object.keys(document.paths['/things/{package}']?.['post']?.responses ?? {})).toEqual(
      expect.arrayContaining(['413', '415']),
    );
    expect(get?.security).toEqual([]);
  });

  it('is the same for the same input', () => {
    expect(JSON.stringify(openapiDocument(deployment))).toBe(JSON.stringify(openapiDocument(deployment)));
  });

  it('is made in one step per endpoint, so that a server can answer others in between', () => {
    expect([...openapiSteps(deployment)]).toHaveLength(ENDPOINTS.length);
  });
});

describe('templateOf', () => {
  it.each([
    ['/cve/:id', '/cve/{id}'],
    ['/cve/:id/at/:date', '/cve/{id}/at/{date}'],
    ['/openapi.json', '/openapi.json'],
  ])('%s', (path, template) => {
    expect(toPathTemplate(path)).toBe(template);
  });
});
