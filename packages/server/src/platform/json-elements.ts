/** One array element as the upstream's exact bytes and as a value, or the reason why it has none. */
export type JsonElement =
  | { readonly bytes: Uint8Array; readonly value: unknown }
  | { readonly bytes: Uint8Array; readonly unreadable: string };

/** Thrown if the boundaries of elements cannot be determined. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
  readonly offset: number;
  constructor(detail: string, offset: number) {
    super(`malformed JSON at byte ${offset}: ${detail}`);
    this.offset = offset;
  }
}

/** Deeper than any record; only an attacker sends more. */
const MAX_DEPTH = 64;

/**
 * Yields each element of the array under `key` with its own bytes, because the integrity hash is over what we received.
 * It only finds the boundaries and parses each element separately, so that a bad one does not affect the others.
 */
export function* elementsOf(document: Uint8Array, key: string): Generator<JsonElement> {
  let found = false;
  for (const member of members(document)) {
    if (member.key !== key) continue;
    if (found) throw new MalformedJson(`"${key}" occurs twice`, member.start);
    found = true;
    yield* elements(document, member);
  }
  if (!found) throw new MalformedJson(`there is no "${key}"`, document.length);
}

/** Like `elementsOf`, for a document that is an array. */
export function* elementsOfArray(document: Uint8Array): Generator<JsonElement> {
  yield* elements(document, wholeValue(document));
}

/** For a document that is a single record. */
export function elementOf(document: Uint8Array): JsonElement {
  try {
    const { start, end } = wholeValue(document);
    return { ...parse(document.subarray(start, end)), bytes: document };
  } catch (error) {
    if (error instanceof MalformedJson) return { bytes: document, unreadable: error.message };
    throw error;
  }
}

/**
 * Returns the members other than `except`, parsed. Reads to the end, so a truncated document fails before it is used.
 */
export function membersBeside(document: Uint8Array, except: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { key, start, end } of members(document)) {
    if (key === except) continue;
    const element = parse(document.subarray(start, end));
    if ('unreadable' in element) throw new MalformedJson(`"${key}": ${element.unreadable}`, start);
    values.set(key, element.value);
  }
  return values;
}

/** Yields each member's name and unparsed bytes. Throws at the end of a truncated document. */
export function* membersOf(document: Uint8Array): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
  for (const { key, start, end } of members(document)) yield { name: key, bytes: document.subarray(start, end) };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

interface Span {
  readonly start: number;
  readonly end: number;
}

function* members(document: Uint8Array): Generator<Span & { readonly key: string }> {
  let at = skipSpace(document, startOf(document));
  if (document[at] !== OPEN_BRACE) throw new MalformedJson(`expected an object, found ${show(document, at)}`, at);
  at = skipSpace(document, at + 1);
  if (document[at] !== CLOSE_BRACE) {
    for (;;) {
      if (document[at] !== QUOTE) throw new MalformedJson(`expected a member name, found ${show(document, at)}`, at);
      const keyEnd = endOfString(document, at);
      const key = parse(document.subarray(at, keyEnd));
      if ('unreadable' in key) throw new MalformedJson(`member name: ${key.unreadable}`, at);
      at = skipSpace(document, keyEnd);
      if (document[at] !== COLON) throw new MalformedJson(`expected ":", found ${show(document, at)}`, at);
      const start = skipSpace(document, at + 1);
      const end = endOfValue(document, start);
      yield { key: key.value as string, start, end };
      at = skipSpace(document, end);
      if (document[at] === CLOSE_BRACE) break;
      if (document[at] !== COMMA) throw new MalformedJson(`expected "," or "}", found ${show(document, at)}`, at);
      at = skipSpace(document, at + 1);
    }
  }
  at = skipSpace(document, at + 1);
  if (at < document.length) throw new MalformedJson(`unexpected ${show(document, at)} after the end`, at);
}

/** Reads to the end, so a truncated document fails before it is used. */
function wholeValue(document: Uint8Array): Span {
  const start = skipSpace(document, startOf(document));
  const end = endOfValue(document, start);
  const rest = skipSpace(document, end);
  if (rest < document.length) throw new MalformedJson(`unexpected ${show(document, rest)} after the end`, rest);
  return { start, end };
}

function* elements(document: Uint8Array, array: Span): Generator<JsonElement> {
  if (document[array.start] !== OPEN_BRACKET) {
    throw new MalformedJson(`expected an array, found ${show(document, array.start)}`, array.start);
  }
  let at = skipSpace(document, array.start + 1);
  if (document[at] === CLOSE_BRACKET) return;
  for (;;) {
    const end = endOfValue(document, at);
    yield parse(document.subarray(at, end));
    at = skipSpace(document, end);
    if (document[at] === CLOSE_BRACKET) return;
    if (document[at] !== COMMA) throw new MalformedJson(`expected "," or "]", found ${show(document, at)}`, at);
    at = skipSpace(document, at + 1);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Uint8Array): JsonElement {
  if (depthOf(bytes) > MAX_DEPTH) return { bytes, unreadable: `nested deeper than ${MAX_DEPTH}` };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { bytes, unreadable: 'not valid UTF-8' };
  }
  try {
    return { bytes, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { bytes, unreadable: (error as Error).message };
  }
}

/** Skips the byte order mark, which RFC 8259 section 8.1 allows. */
export function startOf(document: Uint8Array): number {
  return document[0] === 0xef && document[1] === 0xbb && document[2] === 0xbf ? 3 : 0;
}

export function skipSpace(document: Uint8Array, from: number): number {
  let at = from;
  while (at < document.length && isSpace(document[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function endOfValue(document: Uint8Array, start: number): number {
  const first = document[start];
  if (first === QUOTE) return endOfString(document, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(document, start);
  let at = start;
  while (at < document.length && !isSpace(document[at]) && !isDelimiter(document[at])) at += 1;
  if (at === start) throw new MalformedJson(`expected a value, found ${show(document, at)}`, at);
  return at;
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === COMMA || byte === COLON || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || byte === QUOTE;
}

export function endOfString(document: Uint8Array, start: number): number {
  for (let at = start + 1; at < document.length; at += 1) {
    if (document[at] === BACKSLASH) at += 1;
    else if (document[at] === QUOTE) return at + 1;
  }
  throw new MalformedJson('the document ends within a string', document.length);
}

/** Uses its own stack: a million brackets must not overflow the call stack. */
function endOfNested(document: Uint8Array, start: number): number {
  const closers: number[] = [];
  for (let at = start; at < document.length; at += 1) {
    const byte = document[at];
    if (byte === QUOTE) at = endOfString(document, at) - 1;
    else if (byte === OPEN_BRACE) closers.push(CLOSE_BRACE);
    else if (byte === OPEN_BRACKET) closers.push(CLOSE_BRACKET);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (closers.pop() !== byte) throw new MalformedJson(`unexpected ${show(document, at)}`, at);
      if (closers.length === 0) return at + 1;
    }
  }
  throw new MalformedJson('the document ends within a value', document.length);
}

/** Requires input that endOfNested has accepted. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) deepest = Math.max(deepest, (depth += 1));
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  return deepest;
}

export function show(document: Uint8Array, at: number): string {
  if (at >= document.length) return 'the end';
  return JSON.stringify(new TextDecoder().decode(document.subarray(at, at + 20)));
}
