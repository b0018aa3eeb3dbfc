import type { Source } from '../sources/source.ts';
import type { Transaction } from '../store/database.ts';
import type { NewVersion } from '../store/evidence.ts';

export interface Change<T> {
  readonly version: NewVersion;
  readonly parsed: T;
}

/** Writes what is computed from the records of a source, in the transaction that stores them. */
export interface Projection<T> {
  write(trx: Transaction, changes: readonly Change<T>[]): Promise<void>;
  remove(trx: Transaction, removed: readonly NewVersion[]): Promise<void>;
}

/** A source and what becomes of its records. */
export interface Feed<T = unknown> {
  readonly source: Source<T>;
  readonly projection: Projection<T>;
}
