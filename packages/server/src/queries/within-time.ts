import { sql } from 'kysely';
import type { Db, Transaction } from '../store/database.ts';

/** Reads that may take so many milliseconds each; null when one took longer, or when there is no time left to begin. */
export async function withinTime<T>(
  db: Db,
  milliseconds: number,
  work: (trx: Transaction) => Promise<T>,
): Promise<T | null> {
  if (milliseconds < 1) return null; // a timeout of 0 would be none
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true)`.execute(trx);
      return work(trx);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED) return null;
    throw error;
  }
}

const QUERY_CANCELLED = '57014';
