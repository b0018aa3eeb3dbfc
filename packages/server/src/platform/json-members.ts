import {
  elementOf,
  endOfString,
  endOfValue,
  type JsonElement,
  MalformedJson,
  show,
  skipSpace,
  startOf,
} from './json-elements.ts';

export interface JsonMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Larger than any member; only an attacker sends more. */
const MAX_MEMBER_BYTES = 8 << 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Yields the members of the object under `key` one at a time, unparsed, holding at most one member and one chunk in
 * memory. Passes other members to `beside`. Throws at the first error, after yielding what precedes it; read twice if
 * you need all or nothing.
 */
export async function* membersInside(
  chunks: AsyncIterable<Uint8Array>,
  key: string,
  beside: (member: JsonMember) => void = () => {},
): AsyncGenerator<JsonMember> {
  const window = openWindow(chunks);
  await window.begin();
  await expectByte(window, OPEN_BRACE, 'an object');
  let found = false;
  for await (const name of names(window)) {
    if (name !== key) {
      beside({ name, bytes: await window.value() });
      continue;
    }
    if (found) throw new MalformedJson(`"${key}" occurs twice`, window.offset());
    found = true;
    await expectByte(window, OPEN_BRACE, `an object under "${key}"`);
    for await (const inner of names(window)) yield { name: inner, bytes: await window.value() };
  }
  if (!found) throw new MalformedJson(`there is no "${key}"`, window.offset());
  await window.expectEnd();
}

/** Like `membersInside`, for the elements of an array. Skips other members. */
export async function* elementsInside(chunks: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<JsonElement> {
  const window = openWindow(chunks);
  await window.begin();
  await expectByte(window, OPEN_BRACE, 'an object');
  let found = false;
  for await (const name of names(window)) {
    if (name !== key) {
      await window.value();
      continue;
    }
    if (found) throw new MalformedJson(`"${key}" occurs twice`, window.offset());
    found = true;
    await expectByte(window, OPEN_BRACKET, `an array under "${key}"`);
    for (let first = true; (await window.next()) !== CLOSE_BRACKET; first = false) {
      if (!first) await expectByte(window, COMMA, '"," or "]"');
      yield elementOf(await window.value());
    }
    window.skip();
  }
  if (!found) throw new MalformedJson(`there is no "${key}"`, window.offset());
  await window.expectEnd();
}

/** Yields an object's member names. Take the value before asking for the next one. */
async function* names(window: Window): AsyncGenerator<string> {
  for (let first = true; ; first = false) {
    const byte = await window.next();
    if (first && byte === CLOSE_BRACE) {
      window.skip();
      return;
    }
    if (!first) {
      if (byte === CLOSE_BRACE) {
        window.skip();
        return;
      }
      if (byte !== COMMA) throw window.unexpected('"," or "}"');
      window.skip();
      if ((await window.next()) !== QUOTE) throw window.unexpected('a member name');
    } else if (byte !== QUOTE) throw window.unexpected('a member name');
    const name = await window.name();
    if ((await window.next()) !== COLON) throw window.unexpected('":"');
    window.skip();
    yield name;
  }
}

async function expectByte(window: Window, byte: number, what: string): Promise<void> {
  if ((await window.next()) !== byte) throw window.unexpected(what);
  window.skip();
}

type Window = ReturnType<typeof openWindow>;

function openWindow(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;
  let base = 0;

  /** Drops used bytes and at least doubles the rest, so that no byte is scanned often. Returns false at the end. */
  async function more(): Promise<boolean> {
    const parts = [bytes.subarray(at)];
    const left = bytes.length - at;
    let added = 0;
    while (added <= left) {
      const { done, value } = await iterator.next();
      if (done === true) break;
      parts.push(value);
      added += value.length;
    }
    if (added === 0) return false;
    base += at;
    at = 0;
    bytes = Buffer.concat(parts);
    return true;
  }

  async function next(): Promise<number | undefined> {
    for (;;) {
      at = skipSpace(bytes, at);
      if (at < bytes.length || !(await more())) return bytes[at];
    }
  }

  /** Reads more until `end` finds the end of the current value. */
  async function whole(end: (document: Uint8Array, start: number) => number): Promise<Uint8Array> {
    for (;;) {
      const found = ended(end);
      // A number might continue beyond the window's edge.
      if (typeof found === 'number' && found < bytes.length) {
        const taken = bytes.subarray(at, found);
        at = found;
        return taken;
      }
      if (bytes.length - at > MAX_MEMBER_BYTES) {
        throw new MalformedJson(`a member of more than ${MAX_MEMBER_BYTES} bytes`, base + at);
      }
      if (!(await more())) throw typeof found === 'number' ? unexpected('"," or "}"') : found;
    }
  }

  function ended(end: (document: Uint8Array, start: number) => number): number | MalformedJson {
    try {
      return end(bytes, at);
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      // An error before the edge is not caused by the window's size.
      if (error.offset < bytes.length) throw new MalformedJson(reasonOf(error), base + error.offset);
      return new MalformedJson(reasonOf(error), base + error.offset);
    }
  }

  function unexpected(what: string): MalformedJson {
    return new MalformedJson(`expected ${what}, found ${show(bytes, at)}`, base + at);
  }

  return {
    next,
    unexpected,
    offset: () => base + at,
    skip: () => {
      at += 1;
    },
    async begin(): Promise<void> {
      while (bytes.length < 3 && (await more()));
      at = startOf(bytes);
    },
    async name(): Promise<string> {
      const text = await whole(endOfString);
      try {
        return JSON.parse(utf8.decode(text)) as string;
      } catch (error) {
        throw new MalformedJson(`member name: ${(error as Error).message}`, base + at);
      }
    },
    async value(): Promise<Uint8Array> {
      await next();
      // Copies, because a slice would keep the whole window in memory.
      return Uint8Array.prototype.slice.call(await whole(endOfValue));
    },
    async expectEnd(): Promise<void> {
      if ((await next()) !== undefined)
        throw new MalformedJson(`unexpected ${show(bytes, at)} after the end`, base + at);
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Removes the offset, which is relative to the window. */
function reasonOf({ message }: MalformedJson): string {
  return message.slice(message.indexOf(': ') + 2);
}
