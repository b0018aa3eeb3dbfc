import * as z from 'zod';
import type { Schema } from './types.ts';

/** Converts Zod schemas to JSON Schema. Schemas with an ID become components, once each and only if used. */
export interface Schemas {
  /** A default makes a member optional in `input` but not in `output`. */
  of(type: z.ZodType, io: 'input' | 'output'): Schema;
  members(type: z.ZodObject, io: 'input' | 'output'): { name: string; required: boolean; schema: Schema }[];
  components(): Record<string, Schema>;
}

export function collectSchemas(): Schemas {
  const named = new Map<string, Schema>();

  function convert(type: z.ZodObject, io: 'input' | 'output'): Schema {
    const { $defs = {}, ...schema } = z.toJSONSchema(type, { target: 'draft-2020-12', io }) as Schema;
    for (const [name, definition] of Object.entries($defs as Record<string, Schema>)) keep(name, tidy(definition, io));
    return tidy(schema, io);
  }

  function keep(name: string, schema: Schema): void {
    const before = named.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`${name} differs between requests and responses: give each form its own ID`);
    }
    named.set(name, schema);
  }

  return {
    // A type with an ID becomes a reference only inside an object.
    of: (type, io) => convert(z.object({ value: type }), io).properties?.['value'] ?? {},
    members: (type, io) => {
      const { properties = {}, required = [] } = convert(type, io);
      return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
    },
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Points references at components and drops noise: the ID that Zod repeats, safe-integer bounds, and
 * `additionalProperties: false` in responses, because we add members.
 */
function tidy(schema: Schema, io: 'input' | 'output'): Schema {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === '$ref') return [[keyword, String(value).replace('#/$defs/', '#/components/schemas/')]];
    if (keyword === '$schema' || keyword === 'id') return [];
    if (keyword === 'additionalProperties' && value === false && io === 'output') return [];
    if (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) return [];
    if (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) return [];
    if (keyword === 'properties') return [[keyword, mapValues(value as Record<string, Schema>, (s) => tidy(s, io))]];
    if (HOLDS_LIST.has(keyword)) return [[keyword, (value as Schema[]).map((s) => tidy(s, io))]];
    if (HOLDS_ONE.has(keyword) && isObject(value)) return [[keyword, tidy(value, io)]];
    return [[keyword, value]];
  });
  return Object.fromEntries(kept);
}

const HOLDS_LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const HOLDS_ONE = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

function mapValues<T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
