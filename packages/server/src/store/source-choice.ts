import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface ChosenSource {
  readonly id: string;
  /** The parts that are read; left out: all. */
  readonly partsRead?: readonly string[] | undefined;
}

/** Writes down what the workers are told to read; coverage says `not_configured` of the rest. */
export async function keepChoice(db: Db, chosen: readonly ChosenSource[]): Promise<void> {
  const names = chosen.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    await sql`update source set configured = name = any(${names}::text[]), parts_read = null`.execute(trx);
    for (const { id, partsRead } of chosen) {
      if (partsRead === undefined) continue;
      await sql`update source set parts_read = ${partsRead}::text[] where name = ${id}`.execute(trx);
    }
  });
}
