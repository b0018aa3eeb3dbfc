import { sql } from 'kysely';
import { type RelationRow, relationRows } from '../../projections/relations.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const SAID = { record_id: 'bigint', id: 'text', kind: 'smallint', known_from: 'timestamptz' } as const;

export const relationsProjection = defineProjection({
  name: 'relations',
  version: 2,
  sources: ['osv'],
  tables: ['relation'],
  rows: ({ record }) => relationRows(record()),
  write: writeRelations,
});

/** Closes what records no longer name and opens what they name now. */
async function writeRelations(trx: Transaction, changes: readonly RowChange<RelationRow>[]): Promise<void> {
  const records = changes.map(({ version }) => ({ record_id: version.recordId, at: version.observedAt }));
  const said = changes.flatMap(({ version, rows }) =>
    rows.map((row) => ({ ...row, record_id: version.recordId, known_from: version.observedAt })),
  );
  await sql`
    update relation set known_to = given.at
    from ${unnestRows(records, { record_id: 'bigint', at: 'timestamptz' })}
    where relation.record_id = given.record_id and relation.known_to is null and not exists (
      select from ${unnestRows(said, SAID)}
      where given.record_id = relation.record_id and given.id = relation.id and given.kind = relation.kind)`.execute(
    trx,
  );
  if (said.length === 0) return;
  await sql`
    insert into relation (record_id, id, kind, known_from)
    select record_id, id, kind, known_from from ${unnestRows(said, SAID)}
    where not exists (
      select from relation
      where relation.record_id = given.record_id and relation.id = given.id and relation.kind = given.kind
        and known_to is null)`.execute(trx);
}
