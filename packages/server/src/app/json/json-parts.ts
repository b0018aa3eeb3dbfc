/** Where in the bytes of an answer a piece of it stands. */
export type ByteRange = readonly [from: number, to: number];

/** JSON put together from values and from bytes that are JSON already, such as a record as its source wrote it. */
export interface JsonParts {
  /** Punctuation and names, as they are. */
  text(text: string): JsonParts;
  /** A value, made into text; where it came to stand. */
  value(value: unknown): ByteRange;
  /** Bytes as they are; where they came to stand. */
  raw(bytes: Uint8Array): ByteRange;
  /** All of it, and where it stands now in what it was put into. */
  bytes(): Buffer;
  readonly length: number;
}

export function jsonParts(): JsonParts {
  const parts: (string | Uint8Array)[] = [];
  let length = 0;

  function add(part: string | Uint8Array): ByteRange {
    const from = length;
    parts.push(part);
    length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    return [from, length];
  }

  const self: JsonParts = {
    text(text) {
      add(text);
      return self;
    },
    value: (value) => add(JSON.stringify(value)),
    raw: add,
    bytes() {
      const bytes = Buffer.allocUnsafe(length);
      let at = 0;
      for (const part of parts) {
        if (typeof part === 'string') at += bytes.write(part, at);
        else {
          bytes.set(part, at);
          at += part.length;
        }
      }
      return bytes;
    },
    get length() {
      return length;
    },
  };
  return self;
}

/** Members of an object, without its braces; those that are undefined are left out. */
export function membersText(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(members).slice(1, -1);
}
