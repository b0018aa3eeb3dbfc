import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { breakingChanges } from './breaking.ts';
import { endpoint } from './endpoint.ts';
import { openapiDocument } from './openapi/document.ts';
import type { OpenapiDocument } from './openapi/types.ts';

const Row = z.object({ name: z.string(), score: z.number().nullable() }).meta({ id: 'Row' });

const base = {
  id: 'findRows',
  method: 'POST',
  path: '/rows/:kind',
  area: 'packages',
  summary: 'Rows of a kind',
  params: z.object({ kind: z.string().max(64) }),
  query: z.object({
    severity: z.enum(['high', 'low']).optional(),
    limit: z.coerce.number().int().max(500).default(100),
  }),
  body: z.object({ ids: z.array(z.string()).max(50), view: z.string().optional() }),
  data: z.object({
    rows: z.array(Row),
    total: z.int(),
    state: z.enum(['open', 'closed']),
    byKind: z.record(z.string(), z.int()),
  }),
  cache: 60,
  rate: 'issues',
  errors: ['UPSTREAM_UNAVAILABLE'],
  example: { rows: [], total: 0, state: 'open', byKind: {} },
} as const;

function documentOf(changed: object = {}): OpenapiDocument {
  const declared = { ...base, ...changed } as unknown as Parameters<typeof endpoint>[0];
  return openapiDocument({ version: '0.1.0', serverUrl: '/api/v1' }, [endpoint(declared)]);
}

const NAME = 'POST /rows/{kind}';

describe('an operation that was announced to end', () => {
  const before = documentOf({ deprecation: { since: '2027-01-01', sunset: '2027-07-01' } });
  const after = documentOf({ path: '/lines/:kind' });

  it.each([
    ['before its day breaks clients', '2027-06-30', [`${NAME} was removed.`]],
    ['on its day breaks nobody', '2027-07-01', []],
  ])('and goes %s', (_name, today, expected) => {
    expect(breakingChanges(before, after, today)).toEqual(expected);
  });
});

const data = base.data.shape;

describe('breakingChanges finds', () => {
  it.each([
    ['a removed path', { path: '/lines/:kind' }, `${NAME} was removed.`],
    ['a removed method', { method: 'GET' }, `${NAME} was removed.`],
    ['a renamed operation', { id: 'listRows' }, `${NAME}: operationId changed from findRows to listRows.`],
    ['a key that became required', { auth: 'bearer' }, `${NAME}: an API key became required.`],
    ['a lower rate', { rate: 'general' }, `${NAME}: the rate limit fell from 60 to 30.`],
    [
      'a removed parameter',
      { query: base.query.omit({ severity: true }) },
      `${NAME}: query parameter severity was removed.`,
    ],
    [
      'a new required parameter',
      { query: base.query.extend({ q: z.string() }) },
      `${NAME}: query parameter q is new and required.`,
    ],
    [
      'a parameter that became required',
      { query: base.query.extend({ severity: z.enum(['high', 'low']) }) },
      `${NAME}: query parameter severity became required.`,
    ],
    [
      'a value that a parameter no longer takes',
      { query: base.query.extend({ severity: z.enum(['high']).optional() }) },
      `${NAME}: query parameter severity no longer accepts 'low'.`,
    ],
    [
      'free text that became an enumeration',
      { params: z.object({ kind: z.enum(['a', 'b']) }) },
      `${NAME}: path parameter kind now accepts only a, b.`,
    ],
    [
      'a lower maximum',
      { query: base.query.extend({ limit: z.coerce.number().int().max(200).default(100) }) },
      `${NAME}: query parameter limit changed maximum from 500 to 200.`,
    ],
    [
      'a new minimum',
      { params: z.object({ kind: z.string().min(2).max(64) }) },
      `${NAME}: path parameter kind changed minLength from none to 2.`,
    ],
    [
      'another default',
      { query: base.query.extend({ limit: z.coerce.number().int().max(500).default(50) }) },
      `${NAME}: query parameter limit changed default from 100 to 50.`,
    ],
    [
      'a new required member of the body',
      { body: base.body.extend({ at: z.string() }) },
      `${NAME}: request body.at is new and required.`,
    ],
    [
      'a member of the body that became required',
      { body: base.body.extend({ view: z.string() }) },
      `${NAME}: request body.view became required.`,
    ],
    [
      'a member of the body that is no longer taken',
      { body: base.body.omit({ view: true }) },
      `${NAME}: request body.view was removed.`,
    ],
    [
      'a shorter list in the body',
      { body: base.body.extend({ ids: z.array(z.string()).max(10) }) },
      `${NAME}: request body.ids changed maxItems from 50 to 10.`,
    ],
    ['a body that is no longer taken', { body: null }, `${NAME}: the request body was removed.`],
    [
      'a removed member of an answer',
      { data: base.data.omit({ total: true }) },
      `${NAME}: response 200.data.total was removed.`,
    ],
    [
      'a removed member behind a reference',
      { data: z.object({ ...data, rows: z.array(Row.omit({ score: true }).meta({ id: 'Row2' })) }) },
      `${NAME}: response 200.data.rows[].score was removed.`,
    ],
    [
      'a member of an answer that became optional',
      { data: z.object({ ...data, total: z.int().optional() }) },
      `${NAME}: response 200.data.total became optional.`,
    ],
    [
      'another type',
      { data: z.object({ ...data, total: z.string() }) },
      `${NAME}: response 200.data.total changed its type from integer to string.`,
    ],
    [
      'integers that may have a fraction',
      { data: z.object({ ...data, total: z.number() }) },
      `${NAME}: response 200.data.total changed its type from integer to number.`,
    ],
    [
      'another type of a record’s values',
      { data: z.object({ ...data, byKind: z.record(z.string(), z.string()) }) },
      `${NAME}: response 200.data.byKind.* changed its type from integer to string.`,
    ],
    [
      'a member that may now be null',
      { data: z.object({ ...data, total: z.int().nullable() }) },
      `${NAME}: response 200.data.total may now be null.`,
    ],
    [
      'a code that an endpoint no longer answers',
      { errors: [] },
      `${NAME}: response 503 lost the code UPSTREAM_UNAVAILABLE.`,
    ],
  ])('%s', (_name, changed, sentence) => {
    expect(breakingChanges(documentOf(), documentOf(changed))).toContain(sentence);
  });

  it('a code that is gone from the catalogue, once', () => {
    const before = documentOf();
    const after = structuredClone(before) as unknown as {
      components: { schemas: { Error: { properties: { code: { enum: string[] } } } } };
    };
    after.components.schemas.Error.properties.code.enum = after.components.schemas.Error.properties.code.enum.filter(
      (code) => code !== 'RATE_LIMITED',
    );

    expect(breakingChanges(before, after as unknown as OpenapiDocument)).toEqual([
      'The error code RATE_LIMITED was removed.',
    ]);
  });

  it.each(['200', '304'])('a removed %s', (status) => {
    const before = documentOf({ method: 'GET', body: null });
    const after = structuredClone(before) as unknown as {
      paths: Record<string, { get: { responses: Record<string, unknown> } }>;
    };
    delete after.paths['/rows/{kind}']?.get.responses[status];

    expect(breakingChanges(before, after as unknown as OpenapiDocument)).toEqual([
      `GET /rows/{kind}: response ${status} was removed.`,
    ]);
  });

  it('a header that is no longer sent', () => {
    const sentences = breakingChanges(documentOf(), documentOf({ cache: 0 }));

    expect(sentences).toContain(`${NAME}: response 200 lost the header ETag.`);
  });
});

describe('breakingChanges lets pass', () => {
  it.each([
    ['nothing at all', {}],
    ['an optional parameter', { query: base.query.extend({ sort: z.string().optional() }) }],
    ['a parameter with a default', { query: base.query.extend({ page: z.coerce.number().int().default(1) }) }],
    [
      'a further value of a parameter',
      { query: base.query.extend({ severity: z.enum(['high', 'low', 'all']).optional() }) },
    ],
    ['a higher maximum', { query: base.query.extend({ limit: z.coerce.number().int().max(900).default(100) }) }],
    ['an optional member of the body', { body: base.body.extend({ at: z.string().optional() }) }],
    ['a new member of an answer', { data: base.data.extend({ page: z.int() }) }],
    ['a further value in an answer', { data: z.object({ ...data, state: z.enum(['open', 'closed', 'merged']) }) }],
    [
      'a narrower answer',
      { data: z.object({ ...data, rows: z.array(Row.extend({ score: z.number() }).meta({ id: 'Row3' })) }) },
    ],
    ['a further code', { errors: ['UPSTREAM_UNAVAILABLE', 'REQUEST_TIMEOUT'] }],
    ['a higher rate', { rate: 'health' }],
    ['another summary', { summary: 'Other words' }],
  ])('%s', (_name, changed) => {
    expect(breakingChanges(documentOf(), documentOf(changed))).toEqual([]);
  });

  it('schemas that contain themselves', () => {
    const Tree = z
      .object({
        get kids() {
          return z.array(Tree);
        },
      })
      .meta({ id: 'Tree' });
    const document = documentOf({ data: Tree, example: { kids: [] } });

    expect(breakingChanges(document, structuredClone(document))).toEqual([]);
  });
});
