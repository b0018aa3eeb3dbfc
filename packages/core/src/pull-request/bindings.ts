import { type OnLimit, PULL_LIMITS } from './limits.ts';

/** One `key = value` of a line, and where its value stands in it. */
export interface Binding {
  /** The last part of an attribute path: `knownVulnerabilities` of `meta.knownVulnerabilities`. */
  readonly key: string;
  /** What stands between the quotes; null where the value is no plain string. */
  readonly text: string | null;
  /** The value as written, quotes included, without what ends it. */
  readonly written: string;
  /** Where the value begins in the line. */
  readonly at: number;
}

/** The bindings of a line of Nix, several where it holds several. Nothing is evaluated; what cannot be read is passed over. */
export function bindingsOf(line: string, onLimit: OnLimit = () => {}): Binding[] {
  if (!line.includes('=') || isTooLong(line, onLimit)) return [];
  const found: Binding[] = [];
  let at = 0;
  while (at < line.length) {
    if (found.length === PULL_LIMITS.lineBindings) {
      if (line.includes('=', at)) onLimit('lineBindings');
      break;
    }
    const char = line.charAt(at);
    if (char === '#') break;
    if (char === '"') at = endOfString(line, at);
    else if (char === '=' && line.charAt(at + 1) !== '=' && !'=!<>'.includes(line.charAt(at - 1) || ' ')) {
      const key = keyBefore(line, at);
      const from = skipBlanks(line, at + 1);
      const end = endOfValue(line, from);
      if (key !== null) found.push(bindingAt(line, key, from, end));
      // A value may hold bindings of its own: `common { version = "1"; }`.
      at = line.charAt(from) === '"' ? end : Math.max(from, at + 1);
    } else at += 1;
  }
  return found;
}

/** Longer lines hold generated text; nobody writes a version there. */
function isTooLong(line: string, onLimit: OnLimit): boolean {
  if (line.length <= PULL_LIMITS.lineLength) return false;
  onLimit('lineLength');
  return true;
}

/** `"version": "1.2.3",` of a JSON file. */
export function jsonBindingOf(line: string, onLimit: OnLimit = () => {}): Binding[] {
  if (!line.includes(':') || isTooLong(line, onLimit)) return [];
  const match = JSON_MEMBER.exec(line);
  if (match === null) return [];
  const [all, key = '', text = ''] = match;
  const written = `"${text}"`;
  return [{ key, text, written, at: all.length - written.length }];
}

const JSON_MEMBER = /^[\s{]*"([\w.-]+)"\s*:\s*"([^"\\]*)"/;

function bindingAt(line: string, key: string, from: number, end: number): Binding {
  const written = line.slice(from, end).trimEnd();
  const isString = written.startsWith('"') && written.length > 1 && written.endsWith('"');
  const text = isString && endOfString(written, 0) === written.length ? written.slice(1, -1) : null;
  return { key, text, written, at: from };
}

/** The last part of the path before an equals sign. */
function keyBefore(line: string, equals: number): string | null {
  let end = equals;
  while (end > 0 && isBlank(line.charAt(end - 1))) end -= 1;
  let from = end;
  while (from > 0 && isName(line.charCodeAt(from - 1))) from -= 1;
  return from === end ? null : line.slice(from, end);
}

function endOfValue(line: string, from: number): number {
  if (line.charAt(from) === '"') return endOfString(line, from);
  const end = line.indexOf(';', from);
  return end === -1 ? line.length : end;
}

function endOfString(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return line.length;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (isBlank(line.charAt(at))) at += 1;
  return at;
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t';
}

/** Letters, digits, `_`, `-` and `'`. */
function isName(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 45 ||
    code === 39
  );
}

/** The plain strings of a line, without its comment. */
export function stringsOf(line: string, onLimit: OnLimit = () => {}): string[] {
  if (!line.includes('"') || isTooLong(line, onLimit)) return [];
  const found: string[] = [];
  for (let at = 0; at < line.length; at += 1) {
    if (line.charAt(at) === '#') break;
    if (line.charAt(at) !== '"') continue;
    if (found.length === PULL_LIMITS.lineBindings) {
      onLimit('lineBindings');
      break;
    }
    const end = endOfString(line, at);
    found.push(line.slice(at + 1, Math.max(at + 1, end - 1)));
    at = end - 1;
  }
  return found;
}
