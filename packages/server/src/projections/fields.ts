import { isUnsetTime, parseInstant } from '@almanac/core/records';
import { clean } from './text.ts';

/** Reads untrusted values. Drops and counts those of the wrong type; absent ones are not counted. */
export interface Fields {
  member(value: unknown, key: string): unknown;
  list(value: unknown): readonly unknown[];
  text(value: unknown, maxLength: number): string | null;
  texts(value: unknown, maxLength: number, maxCount: number): string[];
  instant(value: unknown): Date | null;
  number(value: unknown): number | null;
  /** Only http(s) may become a link. */
  link(value: unknown): string | null;
  drop(): void;
  dropped(): number;
}

export function fields(): Fields {
  let dropped = 0;
  const wrong = <T>(instead: T): T => {
    dropped += 1;
    return instead;
  };
  const self: Fields = {
    member(value, key) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    },
    list(value) {
      if (Array.isArray(value)) return value as unknown[];
      return isAbsent(value) ? [] : wrong([]);
    },
    text(value, maxLength) {
      if (typeof value !== 'string') return isAbsent(value) ? null : wrong(null);
      const cleaned = clean(value, maxLength);
      return cleaned === '' ? null : cleaned;
    },
    texts(value, maxLength, maxCount) {
      const read = self.list(value).map((each) => self.text(each, maxLength));
      return [...new Set(read.filter((each) => each !== null))].slice(0, maxCount);
    },
    instant(value) {
      if (typeof value !== 'string') return isAbsent(value) ? null : wrong(null);
      const written = value.trim();
      return written === '' || isUnsetTime(written) ? null : (parseInstant(written) ?? wrong(null));
    },
    number(value) {
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      // The advisory database's own example has a number as a string.
      if (typeof value === 'string' && value !== '' && Number.isFinite(Number(value))) return Number(value);
      return isAbsent(value) ? null : wrong(null);
    },
    link(value) {
      const text = self.text(value, MAX_LINK);
      if (text === null) return null;
      const scheme = text.slice(0, 8).toLowerCase();
      return scheme.startsWith('http://') || scheme.startsWith('https://') ? text : null;
    },
    drop: () => {
      dropped += 1;
    },
    dropped: () => dropped,
  };
  return self;
}

const MAX_LINK = 2_048;

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
