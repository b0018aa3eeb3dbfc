import type { Fields } from './record-feed.ts';

export interface Telling {
  readonly number: number;
  /** Distinguishes revisions of a record. */
  readonly mark: string;
  /** The upstream's date of the change. */
  readonly changed: number;
  readonly withdrawn: boolean;
}

/** Generates records for tests of single-file upstreams. */
export interface MadeUpList {
  readonly key: (number: number) => string;
  /** A typical record. */
  readonly record: (telling: Telling) => Fields;
  /** Reads the mark of a stored record. */
  readonly mark: (value: Fields) => string;
  /** The twin's name for a record, if it differs from the key. */
  readonly nameAtTwin?: (key: string) => string;
  /** Invalid syntax in one record does not affect the next. */
  readonly recordsApart?: true;
}

export const madeUpCveId = (number: number): string => `CVE-2026-${10_000 + number}`;

export const MADE_UP_PUBLISHED = '2026-01-05T00:00:00Z';
