const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = { list: 91, object: 123 } as const;
const CLOSE = { list: 93, object: 125 } as const;

interface Level {
  readonly pointer: string;
  /** The next place in a list; null in an object. */
  index: number | null;
  /** The name of the member that is read. */
  key: string;
}

/**
 * The lines on which objects and lists of a JSON text begin, by their pointer (RFC 6901): only those that are wanted. One pass without
 * recursion over a text that was parsed already.
 */
export function linesOfPlaces(text: string, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const levels: Level[] = [];
  let line = 1;
  let string = '';
  for (let at = 0; at < text.length && lines.size < wanted.size; at += 1) {
    const code = text.charCodeAt(at);
    const level = levels.at(-1);
    if (code === NEWLINE) line += 1;
    else if (code === QUOTE) {
      const end = closingQuote(text, at);
      string = level?.index === null ? text.slice(at, end + 1) : '';
      at = end;
    } else if (code === COLON && level !== undefined) level.key = string;
    else if (code === COMMA && level !== undefined && level.index !== null) level.index += 1;
    else if (code === OPEN.object || code === OPEN.list) {
      const pointer = level === undefined ? '' : `${level.pointer}/${stepOf(level)}`;
      if (wanted.has(pointer) && !lines.has(pointer)) lines.set(pointer, line);
      levels.push({ pointer, index: code === OPEN.list ? 0 : null, key: '' });
    } else if (code === CLOSE.object || code === CLOSE.list) levels.pop();
  }
  return lines;
}

function stepOf({ index, key }: Level): string {
  if (index !== null) return String(index);
  const name = key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1);
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
