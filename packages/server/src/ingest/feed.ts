import type { Canary } from '../sources/canaries.ts';
import type { Source } from '../sources/source.ts';
import type { Transaction } from '../store/database.ts';
import type { NewVersion } from '../store/evidence.ts';

export interface StoredChange<T> {
  readonly version: NewVersion;
  readonly parsed: T;
  /** Result of `project`. */
  readonly projected?: unknown;
}

/** Writes what is computed from the records of a source, in the transaction that stores them. */
export interface FeedProjection<T> {
  /** The part that needs no database: it is done beforehand, while the records before these are being stored. */
  project?(key: string, parsed: T): unknown;
  write(trx: Transaction, changes: readonly StoredChange<T>[]): Promise<void>;
  remove(trx: Transaction, removed: readonly NewVersion[]): Promise<void>;
}

/** A source and what becomes of its records. */
export interface Feed<T = unknown> {
  readonly source: Source<T>;
  readonly projection: FeedProjection<T>;
  /** Records that are looked at after each run; left out: none are, and what was found of some before stays. */
  readonly canaries?: readonly Canary[];
  /** After each run its records are compared with those of other sources: all of them are read in whole. */
  readonly comparesSources?: boolean;
}
