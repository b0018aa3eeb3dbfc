import { MalformedJson, membersOf, skipSpace, startOf } from '../../platform/json-elements.ts';
import { SbomRefusal } from './refusal.ts';

/** What was sent: the text of a document, and the members that stand beside it where it was sent in `sbom`. */
export interface SentDocument {
  readonly text: string;
  /** Null where the document itself was sent. */
  readonly beside: ReadonlyMap<string, unknown> | null;
}

const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const DOCUMENT = 'sbom';
/** Of a member beside the document: each is a date or a few names. */
const LONGEST_BESIDE = 1 << 20;

/**
 * The document as it is, or out of `{ "sbom": … }`, as a value or as text. Which of the two it is the first member tells: bills of
 * materials have none of these names. `allowed` are the names of the members beside it.
 */
export function sentDocument(bytes: Uint8Array, allowed: readonly string[]): SentDocument {
  const start = skipSpace(bytes, startOf(bytes));
  if (bytes[start] !== OPEN_BRACE) return { text: decoded(bytes), beside: null };
  let text: string | null = null;
  const beside = new Map<string, unknown>();
  try {
    for (const { name, bytes: value } of membersOf(bytes)) {
      if (name === DOCUMENT) text = textOf(value);
      else if (allowed.includes(name)) beside.set(name, valueOf(name, value));
      else if (text === null && beside.size === 0) return { text: decoded(bytes), beside: null };
      else throw unknownMember(allowed);
    }
  } catch (error) {
    if (error instanceof MalformedJson) throw new SbomRefusal('BODY_INVALID', 'The body is not valid JSON');
    throw error;
  }
  if (text === null) throw new SbomRefusal('BODY_INVALID', `Member '${DOCUMENT}': the document is missing`);
  return { text, beside };
}

function unknownMember(allowed: readonly string[]): SbomRefusal {
  return new SbomRefusal(
    'BODY_INVALID',
    'The body has an unknown member',
    `Known: ${[DOCUMENT, ...allowed].join(', ')}.`,
  );
}

function textOf(value: Uint8Array): string {
  const text = decoded(value);
  if (value[0] !== QUOTE) return text;
  const parsed = JSON.parse(text) as unknown;
  return typeof parsed === 'string' ? parsed : text;
}

function valueOf(name: string, value: Uint8Array): unknown {
  if (value.length > LONGEST_BESIDE) throw new SbomRefusal('BODY_INVALID', `Member '${name}': too long`);
  try {
    return JSON.parse(decoded(value));
  } catch {
    throw new SbomRefusal('BODY_INVALID', `Member '${name}': not valid JSON`);
  }
}

/** What is no UTF-8 becomes marks that the reader makes a note of. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
