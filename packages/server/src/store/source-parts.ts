import type { Part } from '../sources/source.ts';
import type { Db } from './database.ts';

/** Stores a source's statement about one of its parts. A learnt pause stays until a new one is learnt. */
export async function keepPart(db: Db, source: number, item: Part, now: Date): Promise<void> {
  const { part, size, changedAt, pauseSeconds } = item;
  const row = { records: size, changed_at: changedAt, seen_at: now };
  await db
    .insertInto('source_part')
    .values({ source, part, ...row, pause_seconds: pauseSeconds })
    .onConflict((conflict) =>
      conflict.columns(['source', 'part']).doUpdateSet((eb) => ({
        ...row,
        pause_seconds: eb.fn.coalesce('excluded.pause_seconds', 'source_part.pause_seconds'),
      })),
    )
    .execute();
}
