import type { Schema } from '../openapi/types.ts';
import { alternatives, type Placed, type View, viewOf } from './view.ts';

export interface Pair {
  readonly before: Placed;
  readonly after: Placed;
  readonly at: string;
}

/**
 * A request schema must still accept everything it accepted; a response schema must still promise everything it
 * promised. New enum values in a response don't count as a break: clients must expect them.
 */
export type Direction = 'request' | 'response';

/** Lists what became stricter at one place and below it. `seen` stops recursion in schemas that contain themselves. */
export function changes(direction: Direction, pair: Pair, seen: ReadonlySet<string> = new Set()): string[] {
  const key = `${pair.before.schema.$ref ?? ''} ${pair.after.schema.$ref ?? ''}`;
  if (seen.has(key)) return [];
  const visited = key === ' ' ? seen : new Set([...seen, key]);

  const before = alternatives(pair.before);
  const after = alternatives(pair.after);
  const [needed, offered] = direction === 'request' ? [before, after] : [after, before];
  return needed.flatMap((form) => {
    const attempts = offered.map((other) => {
      const [old, now] = direction === 'request' ? [form, other] : [other, form];
      return formChanges(direction, { before: old, after: now, at: pair.at }, visited);
    });
    return attempts.reduce((least, attempt) => (attempt.length < least.length ? attempt : least));
  });
}

function formChanges(direction: Direction, pair: Pair, seen: ReadonlySet<string>): string[] {
  const before = viewOf(pair.before);
  const after = viewOf(pair.after);
  const type = changedType(direction, before, after, pair.at);
  if (type.length > 0) return type;
  const own = direction === 'request' ? narrowed(before, after, pair.at) : weakened(before, after, pair.at);
  return [...own, ...inner(direction, pair, before, after, seen)];
}

function changedType(direction: Direction, before: View, after: View, at: string): string[] {
  const [narrow, wide] = direction === 'request' ? [before.types, after.types] : [after.types, before.types];
  if (wide === null) return [];
  const fits = narrow?.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
  if (fits !== true && direction === 'response' && after.types?.join() === 'null') return [`${at} may now be null.`];
  return fits === true ? [] : [`${at} changed its type from ${words(before.types)} to ${words(after.types)}.`];
}

function narrowed(before: View, after: View, at: string): string[] {
  const required = [...after.required.difference(before.required)].map((name) =>
    before.properties.has(name) ? `${at}.${name} became required.` : `${at}.${name} is new and required.`,
  );
  return [...lostValues(before, after, at), ...required, ...tighter(before.keywords, after.keywords, at)];
}

function lostValues(before: View, after: View, at: string): string[] {
  if (after.values === null) return [];
  if (before.values === null) return [`${at} now accepts only ${after.values.map(String).join(', ')}.`];
  const lost = before.values.filter((value) => after.values?.includes(value) === false);
  return lost.map((value) => `${at} no longer accepts '${String(value)}'.`);
}

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const EXACT = ['pattern', 'format', 'default'];

function tighter(before: Schema, after: Schema, at: string): string[] {
  return [
    ...UPPER.filter((k) => bound(after, k, Number.POSITIVE_INFINITY) < bound(before, k, Number.POSITIVE_INFINITY)),
    ...LOWER.filter((k) => bound(after, k, Number.NEGATIVE_INFINITY) > bound(before, k, Number.NEGATIVE_INFINITY)),
    ...EXACT.filter((k) => (k in after || k === 'default') && written(after[k]) !== written(before[k])),
    ...(after.additionalProperties === false && before.additionalProperties !== false ? ['additionalProperties'] : []),
  ].map((k) => `${at} changed ${k} from ${written(before[k])} to ${written(after[k])}.`);
}

function bound(schema: Schema, keyword: string, none: number): number {
  const limit = schema[keyword];
  return typeof limit === 'number' ? limit : none;
}

function written(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

function weakened(before: View, after: View, at: string): string[] {
  return [...before.required]
    .filter((name) => !after.required.has(name) && after.properties.has(name))
    .map((name) => `${at}.${name} became optional.`);
}

function inner(
  direction: Direction,
  { before, after, at }: Pair,
  old: View,
  now: View,
  seen: ReadonlySet<string>,
): string[] {
  const members = [...old.properties].flatMap(([name, schema]) => {
    const next = now.properties.get(name);
    if (next === undefined) return [`${at}.${name} was removed.`];
    return changes(direction, place(schema, next, `${at}.${name}`), seen);
  });
  return [...members, ...nested('items', '[]'), ...nested('additionalProperties', '.*')];

  function place(was: Schema, is: Schema, where: string): Pair {
    return {
      before: { document: before.document, schema: was },
      after: { document: after.document, schema: is },
      at: where,
    };
  }

  function nested(keyword: 'items' | 'additionalProperties', suffix: string): string[] {
    const was = old.keywords[keyword];
    const is = now.keywords[keyword];
    if (typeof was !== 'object' || typeof is !== 'object') return [];
    return changes(direction, place(was, is, `${at}${suffix}`), seen);
  }
}

function words(types: readonly string[] | null): string {
  return types === null ? 'any' : types.join(' or ');
}
