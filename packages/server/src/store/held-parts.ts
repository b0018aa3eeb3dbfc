import type { Db } from './database.ts';

/** A listing of a part that awaits a person's word. */
export interface HeldPart {
  /** Key prefix of the part. */
  readonly part: string;
  readonly reason: string;
  /** ETag of the list that was held; null if it had none. */
  readonly tag: string | null;
}

export async function loadHeldParts(db: Db, source: number): Promise<HeldPart[]> {
  return db
    .selectFrom('held_part')
    .select(['part', 'reason', 'tag'])
    .where('source', '=', source)
    .orderBy('part')
    .execute();
}

export async function holdPart(db: Db, source: number, { part, reason, tag }: HeldPart, now: Date): Promise<void> {
  await db
    .insertInto('held_part')
    .values({ source, part, reason, tag, since: now })
    .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet({ reason, tag }))
    .execute();
}

export async function releasePart(db: Db, source: number, part: string): Promise<void> {
  await db.deleteFrom('held_part').where('source', '=', source).where('part', '=', part).execute();
}
