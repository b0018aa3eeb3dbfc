import { sql } from 'kysely';
import type { Transaction } from '../database.ts';

/** The numbers of attributes, new ones where there were none. */
export async function attributeIds(trx: Transaction, names: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const wanted = [...new Set(names)];
  await find(wanted);
  // In one order everywhere: two transactions that add the same names then wait for each other, but never in a circle.
  const missing = wanted.filter((name) => !ids.has(name)).sort();
  if (missing.length > 0) {
    await sql`
      insert into collection_attribute (name) select * from unnest(${missing}::text[]) on conflict do nothing`.execute(
      trx,
    );
    // A statement of its own: only that sees what another transaction has added meanwhile.
    await find(missing);
  }
  return ids;

  async function find(some: readonly string[]): Promise<void> {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from collection_attribute where name = any(${some}::text[])`.execute(trx);
    for (const { id, name } of rows) ids.set(name, id);
  }
}
