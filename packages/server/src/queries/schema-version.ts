import type { Db } from '../store/database.ts';

/** The newest migration that has been applied, without its ending. */
export async function schemaVersion(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('schema_migration')
    .select((eb) => eb.fn.max('name').as('name'))
    .executeTakeFirst();
  return row?.name?.replace(/\.sql$/, '') ?? null;
}
