import type { Part } from '../sources/source.ts';
import type { Db } from './database.ts';

/** What the source said of one of its parts. A pause that was learnt stays until another is. */
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
