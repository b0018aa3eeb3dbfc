import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';

/** A document as JSON, with only what its schema names. */
export interface WrittenJson {
  readonly text: string;
  /** A weak entity tag over it without its volatile members: equal after a recomputation that changed nothing. */
  readonly etag: string;
  /** Null where the document fits its schema; otherwise it is written as it is. */
  readonly mismatch: z.ZodError | null;
}

/** Longer lists are checked and written element by element. */
const MANY = 50;
/** How deep lists are looked for: in the envelope, in `data`, in the objects of its lists. */
const DEEPEST = 5;

/**
 * Checks a document against its schema and writes it, long lists element by element: an answer may have a thousand matches, each with its
 * proof. What a schema demands of a long list as a whole is not checked.
 */
export function writeJson(schema: z.ZodType, document: unknown): WrittenJson {
  try {
    const parts: string[] = [];
    const hash = createHash('sha256');
    for (const part of partsOf(schema, document, 0)) {
      parts.push(part);
      addStable(hash, part);
    }
    return { text: parts.join(''), etag: tagOf(hash), mismatch: null };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const text = JSON.stringify(document);
    // Once more as a whole, which tells where in the document it is.
    const mismatch = schema.safeParse(document).error ?? error;
    return { text, etag: tagOf(addStable(createHash('sha256'), text)), mismatch };
  }
}

function* partsOf(schema: z.ZodType, value: unknown, depth: number): Generator<string, void> {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  if (isWrapped && value !== null && value !== undefined) {
    yield* partsOf(schema.unwrap() as z.ZodType, value, depth);
  } else if (schema instanceof z.ZodArray && Array.isArray(value) && holdsMany(value)) {
    yield* listParts(schema.element as z.ZodType, value, depth);
  } else if (schema instanceof z.ZodObject && isPlain(schema) && depth < DEEPEST && holdsMany(value)) {
    yield* memberParts(schema, value as Readonly<Record<string, unknown>>, depth);
  } else yield JSON.stringify(schema.parse(value));
}

function* listParts(element: z.ZodType, values: readonly unknown[], depth: number): Generator<string, void> {
  let before = '[';
  for (const value of values) {
    yield before;
    yield* partsOf(element, value, depth + 1);
    before = ',';
  }
  yield ']';
}

function* memberParts(
  { shape }: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<string, void> {
  let before = '{';
  for (const [name, member] of Object.entries(shape)) {
    const given = value[name];
    if (given === undefined && (member as z.ZodType).parse(undefined) === undefined) continue;
    // With what follows it: a volatile member is one part.
    let start = `${before}${JSON.stringify(name)}:`;
    for (const part of partsOf(member as z.ZodType, given, depth + 1)) {
      yield start + part;
      start = '';
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** What is not named is left out, and nothing is demanded of its members together. */
function isPlain({ def }: z.ZodObject): boolean {
  return def.catchall === undefined && (def.checks ?? []).length === 0;
}

/** Whether it is a long list, or holds one. */
function holdsMany(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > MANY || value.some(holdsMany);
  return Object.values(value).some(holdsMany);
}

/**
 * Members that say when we looked, not what we found: a change in them alone is no change. Each is a text, a number or null. Within a text
 * every quote is escaped, so that no text looks like a member.
 */
const VOLATILE = /"(?:timestamp|fetchedAt|checkedAt|asOf)":(?:null|\d+|"[^"\\]*")/g;

function addStable(hash: Hash, part: string): Hash {
  return hash.update(part.replaceAll(VOLATILE, ''));
}

function tagOf(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}
