import { LockfileProblem } from './problem.ts';

/** Old npm lockfiles nest a dependency two levels below the one that holds it; real ones stay under thirty. */
const DEEPEST = 200;

/** The object a JSON lockfile consists of. */
export function parseJsonObject(text: string): object {
  const depth = deeperThan(text, DEEPEST);
  if (depth) throw new LockfileProblem(`The JSON is nested more than ${DEEPEST} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LockfileProblem(
      `The file is not valid JSON: ${cause instanceof Error ? cause.message : 'it cannot be parsed'}`,
      {
        cause,
      },
    );
  }
  if (!isObject(value)) throw new LockfileProblem('The file is JSON, but not an object.');
  return value;
}

/** The same of JSON with comments and with commas before closing brackets, as Bun writes it. */
export function parseJsoncObject(text: string): object {
  return parseJsonObject(plainJson(text));
}

/** Without comments and trailing commas. */
function plainJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  /** The part that is a comma with nothing but space and comments after it; -1: none. */
  let comma = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (SPACES.includes(character)) continue;
    if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      parts.push(text.slice(from, at));
      from = commentEnd(text, at);
      at = from - 1;
    } else if (character === ',') {
      parts.push(text.slice(from, at), ',');
      comma = parts.length - 1;
      from = at + 1;
    } else {
      if (comma !== -1 && (character === '}' || character === ']')) parts[comma] = '';
      comma = -1;
      if (character === '"') at = stringEnd(text, at);
    }
  }
  return [...parts, text.slice(from)].join('');
}

const SPACES = ' \t\r\n';

function commentEnd(text: string, start: number): number {
  const line = text[start + 1] === '/';
  const end = text.indexOf(line ? '\n' : '*/', start + 2);
  if (end === -1) return text.length;
  return line ? end : end + 2;
}

/** Where the string that begins here ends. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** A JSON object that is no array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of this name: `__proto__` and `constructor` are ordinary names. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/** The members of an object that is one itself; none where it is anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** A member that is a string and not empty. */
export function textMember(object: object, name: string): string | null {
  const value = ownMember(object, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A JSON pointer (RFC 6901). */
export function pointer(...path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Counts brackets outside strings: JSON.parse would spend a gigabyte on a file of brackets. */
function deeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inside) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inside = false;
    } else if (code === 0x22) inside = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}
