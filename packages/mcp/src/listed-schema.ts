import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';

type Listed = StandardSchemaWithJSON<Record<string, unknown>>;
type JsonSchema = Record<string, unknown>;

const listed = new WeakMap<z.ZodObject, Listed>();

/**
 * The input schema for `tools/list`. It accepts anything, because the SDK's own validation errors have neither code nor
 * hint.
 */
export function listedInput(schema: z.ZodObject): Listed {
  return listedOnce(schema, () => {
    const json = withoutDialect(schema['~standard'].jsonSchema.input(TARGET));
    return { json, validate: (value) => ({ value: value as Record<string, unknown> }) };
  });
}

/**
 * An outline of the output schema for `tools/list`, because agents pay for it in tokens. Answers are validated by the
 * full schema.
 */
export function listedOutput(schema: z.ZodObject): Listed {
  return listedOnce(schema, () => {
    const standard = schema['~standard'];
    return { json: outlineOf(standard.jsonSchema.output(TARGET)), validate: standard.validate };
  });
}

const TARGET = { target: 'draft-2020-12' } as const;

/** Cached: a server is created for every request, and converting the schemas took 9 ms. */
function listedOnce(
  schema: z.ZodObject,
  make: () => { readonly json: JsonSchema; readonly validate: Listed['~standard']['validate'] },
): Listed {
  const known = listed.get(schema);
  if (known !== undefined) return known;
  const { json, validate } = make();
  const made: Listed = {
    '~standard': { ...schema['~standard'], validate, jsonSchema: { input: () => json, output: () => json } },
  };
  listed.set(schema, made);
  return made;
}

/** 2020-12 is the protocol's default. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...rest } = schema;
  return rest;
}

/** Keeps the top-level members and their types. */
function outlineOf({ properties }: JsonSchema): JsonSchema {
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, outlineOfMember(member)])),
  };
}

function outlineOfMember(member: JsonSchema): JsonSchema {
  const alternatives = member['anyOf'] as readonly JsonSchema[] | undefined;
  return { type: alternatives === undefined ? member['type'] : alternatives.map(({ type }) => type) };
}
