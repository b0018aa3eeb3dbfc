import type { FreshnessChange } from '@almanac/core/freshness';
import type { Db } from './database.ts';

/** A statement as it is kept. */
export interface KeptStatement {
  readonly at: Date;
  readonly statement: string;
  readonly signature: string | null;
  readonly changes: readonly FreshnessChange[];
}

/** Keeps a statement. One of the same instant stays as it is: what was signed is never replaced. */
export async function keepFreshness(db: Db, { at, statement, signature, changes }: KeptStatement): Promise<void> {
  await db
    .insertInto('freshness')
    .values({ at, statement, signature, changes: JSON.stringify(changes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
