import { sql } from 'kysely';
import type { Db, Transaction } from '../database.ts';
import type { Projection } from './define-projection.ts';
import { PROJECTIONS } from './index.ts';

/** Projections whose tables were filled by another version of the code, or never. */
export async function outdatedProjections(db: Db): Promise<Projection[]> {
  const rows = await db.selectFrom('projection_version').select(['name', 'version']).execute();
  const filled = new Map(rows.map(({ name, version }) => [name, version]));
  return PROJECTIONS.filter(({ name, version }) => filled.get(name) !== version);
}

export async function markRebuilding(db: Db, { name }: Projection, now: Date): Promise<void> {
  await sql`
    insert into projection_version (name, state, started_at) values (${name}, 'rebuilding', ${now})
    on conflict (name) do update set state = 'rebuilding', started_at = excluded.started_at`.execute(db);
}

export async function markCurrent(trx: Transaction, { name, version }: Projection, now: Date): Promise<void> {
  await sql`
    update projection_version set state = 'current', version = ${version}, swapped_at = ${now}
    where name = ${name}`.execute(trx);
}

/** After a change of evidence that no projection was told of: all have to be filled anew, whoever comes first. */
export async function markAllOutdated(trx: Transaction): Promise<void> {
  await trx.updateTable('projection_version').set({ version: null }).execute();
  await trx.deleteFrom('rebuild_progress').execute();
}
