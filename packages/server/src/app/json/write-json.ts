import { createHash } from 'node:crypto';
import type { z } from 'zod';

/** A document as JSON, with only what its schema names. */
export interface WrittenJson {
  readonly text: string;
  /** A weak entity tag over it without its volatile members: equal after a recomputation that changed nothing. */
  readonly etag: string;
  /** Null where the document fits its schema; otherwise it is written as it is. */
  readonly mismatch: z.ZodError | null;
}

/** Checks a document against its schema and writes it. One that does not fit is written as it is. */
export function writeJson(schema: z.ZodType, document: unknown): WrittenJson {
  const { data, error = null } = schema.safeParse(document);
  const text = JSON.stringify(error === null ? data : document);
  return { text, etag: createTag(text), mismatch: error };
}

/**
 * Members that say when we looked, not what we found: a change in them alone is no change. Each is a text, a number or null. Within a text
 * every quote is escaped, so that no text looks like a member.
 */
const VOLATILE = /"(?:timestamp|fetchedAt|checkedAt|asOf)":(?:null|\d+|"[^"\\]*")/g;

function createTag(text: string): string {
  const hash = createHash('sha256').update(text.replaceAll(VOLATILE, ''));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}
