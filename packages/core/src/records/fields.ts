import { list, member, text } from '../ranges/untyped.ts';
import { isUnsetTime, readInstant } from './instant.ts';
import { readNumber, readText } from './text.ts';

/**
 * Reads members whose type nobody has checked. What is absent is passed over; what is there and of the wrong type is left out
 * and noted, by the name of the member.
 */
export interface Fields {
  list(holder: unknown, name: string): readonly unknown[];
  /** Text that says something, cut at a length. */
  text(holder: unknown, name: string, maxLength: number): string | null;
  /** Distinct texts of a list, in its order. One that is too long is left out: cut short, an id or a link would be another's. */
  texts(holder: unknown, name: string, maxLength: number, maxCount: number): string[];
  /** The `value` of the first text in English, else the first there is: some assigners put their own language first. */
  english(holder: unknown, name: string, maxLength: number): string | null;
  /** A date or time, as UTC with milliseconds. */
  instant(holder: unknown, name: string): string | null;
  number(holder: unknown, name: string): number | null;
  note(reason: string): void;
  /** Says what was dropped and why, in order. */
  dropped(): readonly string[];
}

/** So many are noted; a record of nonsense has millions. */
const MAX_DROPPED = 1_000;

/** Begins to read a record. */
export function openFields(): Fields {
  const dropped: string[] = [];
  const self: Fields = {
    list(holder, name) {
      const value = member(holder, name);
      if (!Array.isArray(value) && !isAbsent(value)) self.note(`${name} is no list`);
      return list(value);
    },
    text(holder, name, maxLength) {
      const value = member(holder, name);
      if (typeof value === 'string') return readText(value, maxLength);
      if (!isAbsent(value)) self.note(`${name} is no text`);
      return null;
    },
    texts(holder, name, maxLength, maxCount) {
      const found = new Set<string>();
      for (const each of self.list(holder, name)) {
        if (found.size === maxCount) break;
        const read = readText(each, maxLength + 1);
        if (read !== null && read.length <= maxLength) found.add(read);
        else if (read !== null || !isEmpty(each)) self.note(`one of ${name} is no text of ${maxLength} characters`);
      }
      return [...found];
    },
    english(holder, name, maxLength) {
      let other: string | null = null;
      for (const described of self.list(holder, name)) {
        const read = self.text(described, 'value', maxLength);
        if (read === null) continue;
        if (text(member(described, 'lang'))?.toLowerCase().startsWith('en') === true) return read;
        other ??= read;
      }
      return other;
    },
    instant(holder, name) {
      const value = member(holder, name);
      const read = readInstant(value);
      if (read === null && !isEmpty(value) && !(typeof value === 'string' && isUnsetTime(value.trim())))
        self.note(`${name} is no date`);
      return read;
    },
    number(holder, name) {
      const value = member(holder, name);
      const read = readNumber(value);
      if (read === null && !isEmpty(value)) self.note(`${name} is no number`);
      return read;
    },
    note(reason) {
      if (dropped.length < MAX_DROPPED) dropped.push(reason);
    },
    dropped: () => dropped,
  };
  return self;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  return isAbsent(value) || (typeof value === 'string' && text(value) === null);
}
