import type { SourceId } from '@almanac/contract';
import { type AliasAssertion, groupAliases } from '@almanac/core/aliases';
import { sql } from 'kysely';
import { sourceNumber } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import { unnestRows } from './unnest-rows.ts';

/** Sources whose records can name aliases: of these an answer is expected. */
const NAMING: readonly SourceId[] = ['osv', 'advisory'];

/**
 * Makes the groups of these ids what the assertions of now come to. Both ends of every assertion that changed must be among
 * the ids: then every group that can change is read whole, and the rest stay as they are.
 */
export async function regroup(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Two sources that join the same ids at once would each see only their own half.
  await sql`select pg_advisory_xact_lock(hashtext('alias_group'))`.execute(trx);
  const touched = await membersOfGroups(trx, ids);
  const groups = groupAliases(await assertionsAmong(trx, touched), await heldAmong(trx, touched));
  const rows = groups.flatMap((group) =>
    group.ids.map((id) => ({
      id,
      group_id: group.id,
      one_sided: group.oneSided.length > 0,
      over_large: group.tooLarge,
    })),
  );
  const columns = { id: 'text', group_id: 'text', one_sided: 'boolean', over_large: 'boolean' } as const;
  await sql`
    delete from alias_group where id = any(${touched}::text[])
      and not exists (select from ${unnestRows(rows, columns)} where given.id = alias_group.id)`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    insert into alias_group (id, group_id, one_sided, over_large)
    select id, group_id, one_sided, over_large from ${unnestRows(rows, columns)}
    on conflict (id) do update
    set group_id = excluded.group_id, one_sided = excluded.one_sided, over_large = excluded.over_large
    where (alias_group.group_id, alias_group.one_sided, alias_group.over_large)
      is distinct from (excluded.group_id, excluded.one_sided, excluded.over_large)`.execute(trx);
}

/** The ids and all that are grouped with them. */
export async function membersOfGroups(trx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from unnest(${[...new Set(ids)]}::text[]) as given (id)
    join alias_group on alias_group.id = given.id
    join alias_group as other on other.group_id = alias_group.group_id`.execute(trx);
  return [...new Set([...ids, ...rows.map(({ id }) => id)])];
}

async function assertionsAmong(trx: Transaction, ids: readonly string[]): Promise<AliasAssertion[]> {
  const { rows } = await sql<{ source: number; id: string; alias: string }>`
    select alias_assertion.source, alias_assertion.id, alias_assertion.alias
    from unnest(${ids}::text[]) as given (id)
    join alias_assertion on alias_assertion.id = given.id and alias_assertion.known_to is null`.execute(trx);
  return rows.map(({ source, id, alias }) => ({ asserter: String(source), id, alias }));
}

async function heldAmong(trx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select record.key from unnest(${ids}::text[]) as given (id)
    join record on record.key = given.id and record.source = any(${NAMING.map(sourceNumber)}::smallint[])
    join current_version on current_version.record_id = record.id
      and current_version.content_sha256 is not null`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}
