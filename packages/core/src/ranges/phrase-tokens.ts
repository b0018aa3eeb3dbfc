import { isDecimal } from './bound.ts';
import { type Comparison, operatorAt } from './expression.ts';

/** A piece of a sentence about versions. */
export type Token =
  | { readonly kind: 'operator'; readonly operator: Comparison['operator'] }
  | { readonly kind: 'separator' }
  | { readonly kind: 'dash' }
  /** Something that begins with a digit, a leading `v` taken off. */
  | { readonly kind: 'version'; readonly text: string }
  /** Something in brackets, brackets included. */
  | { readonly kind: 'note'; readonly text: string }
  /** Anything else; `word` is in lower case. */
  | { readonly kind: 'word'; readonly text: string; readonly word: string };

/** Cuts a sentence into tokens in one pass. */
export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sentence.length) {
    const character = sentence[at] ?? '';
    const found = operatorAt(sentence, at);
    if (isSpace(character)) at += 1;
    else if (character === ',' || character === ';') {
      tokens.push({ kind: 'separator' });
      at += 1;
    } else if (found !== null) {
      tokens.push({ kind: 'operator', operator: found.operator });
      at += found.length;
    } else {
      const end = character === '(' ? endOfNote(sentence, at) : endOfWord(sentence, at);
      tokens.push(tokenOf(sentence.slice(at, end)));
      at = end;
    }
  }
  return tokens;
}

function tokenOf(raw: string): Token {
  if (raw.startsWith('(')) return { kind: 'note', text: raw };
  const text = unquoted(raw);
  if (text === '-' || text === '–' || text === '—' || text === '~') return { kind: 'dash' };
  const version = withoutPrefix(text);
  if (isDecimal(version[0])) return { kind: 'version', text: version };
  return { kind: 'word', text, word: text.toLowerCase() };
}

/** `v1.2`, `V1.2`, `v.1.2`, `Ver.1.2` and `version1.2` are all 1.2. */
function withoutPrefix(text: string): string {
  const lower = text.toLowerCase();
  for (const prefix of ['version', 'ver', 'v']) {
    if (!lower.startsWith(prefix)) continue;
    const rest = text.slice(text[prefix.length] === '.' ? prefix.length + 1 : prefix.length);
    if (isDecimal(rest[0])) return rest;
  }
  return text;
}

function unquoted(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && isQuote(raw[start])) start += 1;
  while (end > start + 1 && (isQuote(raw[end - 1]) || raw[end - 1] === ':' || raw[end - 1] === '.')) end -= 1;
  return raw.slice(start, end);
}

function endOfWord(sentence: string, start: number): number {
  let at = start + 1;
  while (at < sentence.length) {
    const character = sentence[at] ?? '';
    if (isSpace(character) || character === ',' || character === ';' || character === '<' || character === '>') break;
    at += 1;
  }
  return at;
}

function endOfNote(sentence: string, start: number): number {
  const close = sentence.indexOf(')', start);
  return close < 0 ? sentence.length : close + 1;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r' || character === '\u00a0';
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '“' || character === '”' || character === '`';
}
