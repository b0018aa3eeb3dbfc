import type { Endpoint } from '@almanac/contract';
import fc from 'fast-check';
import { z } from 'zod';

/** A request to one endpoint, and what the contract says must become of it. */
export interface ContractCase {
  readonly path: string;
  readonly method: string;
  readonly body?: string;
  readonly expected: 'success or its own error' | 'refused';
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}

/** Values that a store knows, by the name of the parameter. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Valid, boundary and invalid requests, generated from the endpoint's own schemas; some with values that the store knows. */
export function contractCases(endpoint: Endpoint, known: KnownValues = {}): fc.Arbitrary<ContractCase> {
  const valid = inputOf(endpoint, known).map((input) => caseOf(endpoint, input, 'success or its own error'));
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: wrong(endpoint) });
}

export interface RequestInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly body: unknown;
}

/** What the endpoint takes. */
export function inputOf(endpoint: Endpoint, known: KnownValues = {}): fc.Arbitrary<RequestInput> {
  return fc.record({
    params: parametersOf(endpoint.params, known).filter(isSendable),
    query: fc
      .tuple(parametersOf(endpoint.query, known), unknownParameter(endpoint))
      .map(([query, unknown]) => Object.entries(query).concat(unknown === null ? [] : [unknown])),
    body: bodyOf(endpoint),
  });
}

function bodyOf({ body, exampleBody }: Endpoint): fc.Arbitrary<unknown> {
  if (body === null) return fc.constant(undefined);
  const any = valueOf(jsonSchema(body));
  return exampleBody === undefined
    ? any
    : fc.oneof({ weight: 3, arbitrary: any }, { weight: 1, arbitrary: fc.constant(exampleBody) });
}

/** As segments of a path these mean a folder, and whoever sends the address leaves them out. */
function isSendable(params: Readonly<Record<string, unknown>>): boolean {
  return Object.values(params).every((value) => value !== '.' && value !== '..');
}

/** Every other one of a parameter that has known values is one of these, where the endpoint takes them. */
function parametersOf(schema: z.ZodObject, known: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  const any = valueOf(jsonSchema(schema)) as fc.Arbitrary<Record<string, unknown>>;
  const taken = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, one]) => {
    const values = (known[name] ?? []).filter((value) => one.safeParse(value).success);
    return values.length === 0 ? [] : [[name, fc.constantFrom(...values)] as const];
  });
  if (taken.length === 0) return any;
  const some = fc.record(Object.fromEntries(taken), { requiredKeys: [] });
  return fc.tuple(any, some).map(([given, chosen]) => Object.assign({}, given, chosen));
}

/** One that the endpoint does not take, once in a while: it changes nothing. */
function unknownParameter(endpoint: Endpoint): fc.Arbitrary<[string, string] | null> {
  const names = Object.keys(endpoint.query.shape);
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom('__proto__', 'constructor', 'utm_source', '_'),
  );
  const pair = fc.tuple(name, fc.string()).filter(([given]) => !names.includes(given) && !SECRET.test(given));
  return fc.option(pair, { freq: 2 });
}

const SECRET = /^(?:(?:access_)?token|(?:api_?)?key|secret|password|auth)$/i;

function wrong(endpoint: Endpoint): fc.Arbitrary<ContractCase> {
  const names = Object.keys(endpoint.query.shape);
  const mistakes: fc.Arbitrary<(input: RequestInput) => RequestInput>[] = [
    fc.constantFrom('token', 'api_key').map((name) => (input) => ({ ...input, query: [...input.query, [name, 'x']] })),
  ];
  if (names.length > 0) {
    mistakes.push(
      fc.constantFrom(...names).map((name) => (input) => ({
        ...input,
        query: [
          [name, 'a'],
          [name, 'b'],
        ],
      })),
      fc.constantFrom(...names).map((name) => (input) => ({ ...input, query: [[name, 'a\u0000b']] })),
    );
  }
  if (endpoint.body !== null)
    mistakes.push(fc.json().map((text) => (input) => ({ ...input, body: { wrapped: text } })));
  return fc
    .tuple(inputOf(endpoint), fc.oneof(...mistakes))
    .map(([input, mistake]) => caseOf(endpoint, mistake(input), 'refused'));
}

/** The request that sends it. */
export function caseOf(
  endpoint: Endpoint,
  { params, query, body }: RequestInput,
  expected: ContractCase['expected'],
): ContractCase {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]));
  const text = search.size === 0 ? '' : `?${search.toString()}`;
  return {
    path: `/api/v1${path}${text}`,
    method: endpoint.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    expected,
  };
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** Values a schema accepts, with its bounds hit often. */
function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  switch (String(schema.type)) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, member]) => [name, valueOf(member)])),
        {
          requiredKeys: [...(schema.required ?? [])],
        },
      );
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 20),
      });
    case 'integer':
    case 'number': {
      const [min, max] = [schema.minimum ?? 0, schema.maximum ?? 1_000];
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
    }
    case 'boolean':
      return fc.boolean();
    case 'string':
      return text(schema);
    default:
      // Coerced values have no type of their own in the input: any number does.
      return fc.integer({ min: Math.max(1, schema.minimum ?? 1), max: schema.maximum ?? 1_000 });
  }
}

function text({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const printable = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) });
  const bounds = [minLength, Math.min(maxLength, 600)].map((length) => 'a'.repeat(length));
  return fc.oneof(
    printable.filter((value) => !/\p{Cc}/u.test(value)),
    fc.constantFrom(...bounds),
  );
}
