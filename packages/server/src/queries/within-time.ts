import { sql } from 'kysely';
import type { Db, Transaction } from '../store/database.ts';

/** Reads that may take so many milliseconds each, with settings of the database that hold for them alone; null when one took longer, or when there is no time left to begin. */
export async function withinTime<T>(
  db: Db,
  milliseconds: number,
  work: (trx: Transaction) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  if (milliseconds < 1) return null; // a timeout of 0 would be none
  try {
    return await db.transaction().execute(async (trx) => {
      const given = { statement_timeout: String(Math.ceil(milliseconds)), ...settings };
      await sql`
        select set_config(name, value, true)
        from unnest(${Object.keys(given)}::text[], ${Object.values(given)}::text[]) as given (name, value)`.execute(
        trx,
      );
      return work(trx);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED) return null;
    throw error;
  }
}

const QUERY_CANCELLED = '57014';
