import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';

type Listed = StandardSchemaWithJSON<Record<string, unknown>>;
type JsonSchema = Record<string, unknown>;

const listed = new WeakMap<z.ZodObject, Listed>();

/** What a tool takes. It refuses nothing by itself: the messages of the library have neither code nor hint. */
export function listedInput(schema: z.ZodObject): Listed {
  return listedOnce(schema, () => {
    const json = withoutDialect(schema['~standard'].jsonSchema.input(TARGET));
    return { json, validate: (value) => ({ value: value as Record<string, unknown> }) };
  });
}

/** What a tool answers: the list has an outline, which agents pay for in tokens; each answer is validated by the whole schema. */
export function listedOutput(schema: z.ZodObject): Listed {
  return listedOnce(schema, () => {
    const standard = schema['~standard'];
    return { json: outlineOf(standard.jsonSchema.output(TARGET)), validate: standard.validate };
  });
}

const TARGET = { target: 'draft-2020-12' } as const;

/** A server is made for every request, and converting the schemas took 9 ms. */
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

/** The protocol assumes 2020-12 where a schema names no dialect. */
function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Its members with their types; nothing of what is within them. */
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
