import type { Fields } from './record-feed.ts';

/** What a made-up record says at one time. */
export interface Telling {
  readonly number: number;
  /** Tells one revision of a record from another. */
  readonly mark: string;
  /** When the upstream says that it changed. */
  readonly changed: number;
  readonly withdrawn: boolean;
}

/** Made-up records of an upstream that is one file of everything it has: tests give them to its twin. */
export interface MadeUpList {
  readonly key: (number: number) => string;
  /** A record as the source usually has it. */
  readonly record: (telling: Telling) => Fields;
  /** The revision that a stored record shows. */
  readonly mark: (value: Fields) => string;
  /** The name under which the twin has a record, where that is not its key. */
  readonly nameAtTwin?: (key: string) => string;
  /** A record that is not valid syntax does not hide where the next one begins. */
  readonly recordsApart?: true;
}

export const madeUpCveId = (number: number): string => `CVE-2026-${10_000 + number}`;

/** When made-up records were published. */
export const MADE_UP_PUBLISHED = '2026-01-05T00:00:00Z';
