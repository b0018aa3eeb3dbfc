import { boundAt, linePrefix } from './bound.ts';
import type { Bound, Interval } from './model.ts';
import type { Token } from './phrase-tokens.ts';

/** One bound, interval or version of a sentence. */
export type Item =
  | { readonly side: 'lower' | 'upper'; readonly bound: Bound }
  | { readonly side: 'both'; readonly interval: Interval }
  | { readonly side: 'exact'; readonly exact: string };

/** The items of a sentence in their order, or why it cannot be read. */
export function itemsOf(
  tokens: readonly Token[],
  ownName: ReadonlySet<string>,
): Item[] | 'text_unreadable' | 'text_names_product' {
  const reader: Reader = { tokens, ownName, at: 0, constrained: false };
  const items: Item[] = [];
  while (reader.at < tokens.length) {
    const item = nextItem(reader);
    if (item === 'unreadable') return reader.constrained ? 'text_unreadable' : 'text_names_product';
    if (item !== 'nothing') items.push(item);
  }
  return items;
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly ownName: ReadonlySet<string>;
  at: number;
  /** A comparison or its word was met, so this is a range in prose rather than a product's name. */
  constrained: boolean;
}

type Step = Item | 'nothing' | 'unreadable';

const BEFORE = phrases('prior to|earlier than|lower than|less than|older than|smaller than|before|below|under|prior');
const THROUGH = phrases('prior to and including|up to and including|up to|upto|through|thru|until|to');
const FROM = phrases('starting with|starting from|starting at|beginning with|from|since');
const AFTER = phrases('later than|newer than|greater than|higher than|after|above');
const NOUNS = words('version versions ver vers v firmware release releases software');
const JOINERS = words('and or but & the');
const ALL = words('all any every');
const EARLIER = words('earlier prior below lower older before previous under');
const LATER = words('later above newer higher up onwards onward greater upwards after');
const QUALIFIERS = words(
  'build update patch sp service pack hotfix hf rc beta alpha cu rev revision fix preview lts ga',
);

function nextItem(reader: Reader): Step {
  const token = reader.tokens[reader.at];
  if (token?.kind === 'version') return afterVersion(reader, versionHere(reader) ?? token.text);
  if (token?.kind === 'word') return nextWord(reader, token.word);
  if (token?.kind !== 'separator' && token?.kind !== 'operator') return 'unreadable';
  reader.at += 1;
  if (token.kind === 'separator') return 'nothing';
  if (token.operator === '=') return boundAfter(reader, exactly);
  const side = token.operator.startsWith('<') ? 'upper' : 'lower';
  const inclusive = token.operator.endsWith('=');
  return boundAfter(reader, (version) => ({ side, bound: boundAt(version, inclusive) }));
}

function nextWord(reader: Reader, word: string): Step {
  if (skip(reader, THROUGH)) return boundAfter(reader, (version) => ({ side: 'upper', bound: boundAt(version, true) }));
  if (skip(reader, BEFORE)) return boundAfter(reader, (version) => ({ side: 'upper', bound: boundAt(version, false) }));
  if (skip(reader, FROM)) return boundAfter(reader, (version) => ({ side: 'lower', bound: boundAt(version, true) }));
  if (skip(reader, AFTER)) return boundAfter(reader, (version) => ({ side: 'lower', bound: boundAt(version, false) }));
  reader.at += 1;
  if (word === '*' || ALL.has(word)) {
    skipNouns(reader);
    const next = reader.tokens[reader.at]?.kind;
    const everything = next === undefined || next === 'separator';
    return everything ? { side: 'both', interval: { from: null, to: null } } : 'nothing';
  }
  if (NOUNS.has(word) || JOINERS.has(word) || reader.ownName.has(word)) return 'nothing';
  // A lone name such as `R4.10` or `edge-24.6` is how some products call their versions.
  if (reader.tokens.length === 1 && hasDigit(word)) return exactly((reader.tokens[0] as { text: string }).text);
  return 'unreadable';
}

/** After a version: "and earlier", "- 1.5", "to 1.5", "before 1.5", or nothing. */
function afterVersion(reader: Reader, version: string): Step {
  const start = reader.at;
  while (isWordIn(reader, JOINERS) || isWordIn(reader, ALL) || isWordIn(reader, NOUNS)) reader.at += 1;
  const word = wordAt(reader, reader.at);
  const following = reader.tokens[reader.at + 1];
  const ends = following === undefined || following.kind === 'separator' || following.kind === 'word';
  if (word !== null && ends && wordAt(reader, reader.at + 1) !== 'to' && wordAt(reader, reader.at + 1) !== 'than') {
    const side = EARLIER.has(word) ? 'upper' : LATER.has(word) ? 'lower' : null;
    if (side !== null) {
      reader.at += 1;
      reader.constrained = true;
      skipNouns(reader);
      return { side, bound: boundAt(version, true) };
    }
  }
  reader.at = start;
  skipNouns(reader);
  const from = boundAt(version, true);
  const token = reader.tokens[reader.at];
  if (token?.kind === 'dash') {
    reader.at += 1;
    return boundAfter(reader, (end) => ({ side: 'both', interval: { from, to: boundAt(end, true) } }));
  }
  if (skip(reader, THROUGH))
    return boundAfter(reader, (end) => ({ side: 'both', interval: { from, to: boundAt(end, true) } }));
  if (skip(reader, BEFORE))
    return boundAfter(reader, (end) => ({ side: 'both', interval: { from, to: boundAt(end, false) } }));
  return exactly(version);
}

function exactly(version: string): Item {
  const [start, end] = twoVersions(version) ?? [];
  if (start !== undefined && end !== undefined) {
    return { side: 'both', interval: { from: boundAt(start, true), to: boundAt(end, true) } };
  }
  if (linePrefix(version) === null) return { side: 'exact', exact: version };
  const line = boundAt(version, true);
  return { side: 'both', interval: { from: line, to: line } };
}

/** `12.1.1-12.1.3` is a range, `4.4.5-2` a version: both sides of a range are alike in form, and ascend. */
function twoVersions(text: string): [string, string] | null {
  const dash = text.indexOf('-');
  if (dash < 0) return null;
  const [start, end] = [text.slice(0, dash), text.slice(dash + 1)];
  return isAscending(start, end) ? [start, end] : null;
}

/** Whether both versions are as many numbers, two or more, and the second is later. */
export function isAscending(start: string, end: string): boolean {
  const [a, b] = [numbersOf(start), numbersOf(end)];
  if (a === null || b === null || a.length < 2 || a.length !== b.length) return false;
  const differs = a.findIndex((number, index) => number !== b[index]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
}

function numbersOf(text: string): number[] | null {
  const parts = text.split('.');
  return parts.every((part) => NUMBER.test(part)) ? parts.map(Number) : null;
}

const NUMBER = /^\d{1,9}$/;

function boundAfter(reader: Reader, item: (version: string) => Item): Step {
  reader.constrained = true;
  skipNouns(reader);
  const version = versionHere(reader);
  return version === null ? 'unreadable' : item(version);
}

/** A version with what belongs to it: `7.0 U3d`, `1.1.3 Build 20221125`, `5.1.0 (LD)`. */
function versionHere(reader: Reader): string | null {
  const token = reader.tokens[reader.at];
  if (token === undefined || !('text' in token) || token.kind === 'note') return null;
  if (token.kind === 'word' && (!hasDigit(token.word) || !reader.constrained)) return null;
  reader.at += 1;
  let version = token.text;
  for (;;) {
    const next = reader.tokens[reader.at];
    const named = next?.kind === 'word' && (QUALIFIERS.has(next.word) || isNumberedQualifier(next.word));
    const numbered = next?.kind === 'version' && wordAt(reader, reader.at - 1) !== null;
    const noted = next?.kind === 'note' && isLabel(next.text);
    if (next === undefined || !('text' in next) || !(noted || named || numbered)) return version;
    version += ` ${next.text}`;
    reader.at += 1;
  }
}

/** `(LD)`, `(1.13056)`: part of the name. A remark in words, such as `(not including)`, might change the meaning. */
function isLabel(note: string): boolean {
  return !note.includes(' ') && (hasDigit(note) || note.length <= 5);
}

/** `ap375672`, `p1`, `U3d`, `SP1`, `beta1`: a few letters, then a number. */
function isNumberedQualifier(word: string): boolean {
  let letters = 0;
  while (letters < word.length && (word[letters] ?? '') >= 'a' && (word[letters] ?? '') <= 'z') letters += 1;
  const digit = word[letters] ?? '';
  return letters >= 1 && letters <= 5 && digit >= '0' && digit <= '9';
}

function skip(reader: Reader, options: readonly (readonly string[])[]): boolean {
  for (const option of options) {
    if (!option.every((word, offset) => wordAt(reader, reader.at + offset) === word)) continue;
    reader.at += option.length;
    return true;
  }
  return false;
}

function skipNouns(reader: Reader): void {
  while (isWordIn(reader, NOUNS)) reader.at += 1;
}

function isWordIn(reader: Reader, set: ReadonlySet<string>): boolean {
  const word = wordAt(reader, reader.at);
  return word !== null && set.has(word);
}

function wordAt(reader: Reader, at: number): string | null {
  const token = reader.tokens[at];
  return token?.kind === 'word' ? token.word : null;
}

function hasDigit(word: string): boolean {
  for (const character of word) if (character >= '0' && character <= '9') return true;
  return false;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function phrases(list: string): readonly (readonly string[])[] {
  return list.split('|').map((phrase) => phrase.split(' '));
}
