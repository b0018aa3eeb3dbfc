import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { type AliasRow, aliasRows } from '../../projections/aliases.ts';
import { sourceNumber } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import { regroup } from './alias-groups.ts';
import { ofKnownRecords, type RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const SAID = { record_id: 'bigint', alias: 'text', known_from: 'timestamptz', id: 'text' } as const;

export const aliasesProjection = defineProjection({
  name: 'aliases',
  version: 1,
  sources: ['osv', 'advisory'],
  tables: ['alias_assertion', 'alias_group'],
  rows: ({ record }) => aliasRows(record()),
  write: writeAliases,
});

/** Closes what records no longer assert, opens what they assert now, and groups anew the ids that this concerns. */
async function writeAliases(
  trx: Transaction,
  changes: readonly RowChange<AliasRow>[],
  source: SourceId,
): Promise<void> {
  const said = changes.flatMap(({ version, rows }) =>
    rows.map((row) => ({ ...row, record_id: version.recordId, known_from: version.observedAt })),
  );
  const closed = await closeUnsaid(trx, ofKnownRecords(changes), said);
  const { rows: opened } = await sql<AliasRow>`
    insert into alias_assertion (record_id, alias, known_from, id, source)
    select record_id, alias, known_from, id, ${sourceNumber(source)} from ${unnestRows(said, SAID)}
    where not exists (
      select from alias_assertion
      where alias_assertion.record_id = given.record_id and alias_assertion.alias = given.alias and known_to is null)
    returning id, alias`.execute(trx);
  // A record that came or went matters to those who name it, whatever it says itself: whether they are answered.
  const own = changes.map(({ version }) => version.key);
  await regroup(trx, [...own, ...[...closed, ...opened].flatMap(({ id, alias }) => [id, alias])]);
}

async function closeUnsaid(
  trx: Transaction,
  changes: readonly RowChange<AliasRow>[],
  said: readonly SaidAlias[],
): Promise<readonly AliasRow[]> {
  if (changes.length === 0) return [];
  const records = changes.map(({ version }) => ({ record_id: version.recordId, at: version.observedAt }));
  const { rows } = await sql<AliasRow>`
    update alias_assertion set known_to = given.at
    from ${unnestRows(records, { record_id: 'bigint', at: 'timestamptz' })}
    where alias_assertion.record_id = given.record_id and alias_assertion.known_to is null and not exists (
      select from ${unnestRows(said, SAID)}
      where given.record_id = alias_assertion.record_id and given.alias = alias_assertion.alias)
    returning alias_assertion.id, alias_assertion.alias`.execute(trx);
  return rows;
}

interface SaidAlias extends AliasRow {
  readonly record_id: number;
  readonly known_from: Date;
}
