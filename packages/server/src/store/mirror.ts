import type { TreeHead } from '@almanac/core/snapshots';
import { sql } from 'kysely';
import type { Db, Transaction } from './database.ts';

/** How far a source was filled from a mirror. */
export interface MirrorPlace {
  readonly segments: number;
  /** SHA-256 of the last of them. */
  readonly last: Buffer;
  readonly finishedAt: Date | null;
}

export async function mirrorPlaces(db: Db): Promise<ReadonlyMap<number, MirrorPlace>> {
  const rows = await db.selectFrom('mirror').selectAll().execute();
  return new Map(
    rows.map(({ source, segments, last, finished_at: finishedAt }) => [source, { segments, last, finishedAt }]),
  );
}

export async function keepMirrorPlace(
  trx: Transaction,
  source: number,
  { segments, last, finishedAt }: MirrorPlace,
): Promise<void> {
  const row = { segments, last, finished_at: finishedAt };
  await trx
    .insertInto('mirror')
    .values({ source, ...row })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
    .execute();
}

/** Whether the source has evidence that did not come from a mirror, or is being read. */
export async function hasOwnEvidence(db: Db, source: number, isBegun: boolean): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (
      select from run
      where source = ${source} and channel <> 'mirror' and (state = 'running' or changed + removed > 0)
    ) or (${!isBegun} and exists (select from record join version on record_id = id where source = ${source})) as own`.execute(
    db,
  );
  return rows[0]?.own ?? true;
}

export interface VerifiedLog {
  readonly key: string;
  readonly head: TreeHead;
}

export async function verifiedMirrorLog(db: Db): Promise<VerifiedLog | null> {
  const row = await db.selectFrom('mirror_log').selectAll().executeTakeFirst();
  return row === undefined ? null : { key: row.key, head: { size: row.size, root: row.root } };
}

export async function keepMirrorLog(db: Db, { key, head: { size, root } }: VerifiedLog): Promise<void> {
  const row = { key, size, root: Buffer.from(root) };
  await db
    .insertInto('mirror_log')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
}
