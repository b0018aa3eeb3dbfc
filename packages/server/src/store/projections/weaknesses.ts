import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../../projections/version.ts';
import { type WeaknessRow, weaknessRows } from '../../projections/weakness.ts';
import type { Transaction } from '../database.ts';
import { ofKnownRecords, type RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const COLUMNS = { record_id: 'bigint', cwe: 'integer', id: 'text' } as const;

export const weaknessProjection = defineProjection({
  name: 'weakness',
  version: 1,
  sources: ['cve_list_v5', 'nvd', 'osv', 'advisory'],
  tables: ['weakness'],
  present: true,
  rows: ({ record }) => weaknessRows(record()),
  write: writeWeaknesses,
});

async function writeWeaknesses(
  trx: Transaction,
  changes: readonly RowChange<WeaknessRow>[],
  source: SourceId,
): Promise<void> {
  const known = ofKnownRecords(changes).map(({ version }) => version.recordId);
  const rows = changes.flatMap(({ version, rows }) => rows.map((row) => ({ ...row, record_id: version.recordId })));
  if (known.length > 0) {
    await sql`
      delete from weakness where record_id = any(${known}::bigint[]) and not exists (
        select from ${unnestRows(rows, COLUMNS)} where given.record_id = weakness.record_id and given.cwe = weakness.cwe)
      `.execute(trx);
  }
  if (rows.length === 0) return;
  await sql`
    insert into weakness (record_id, cwe, id, source)
    select record_id, cwe, id, ${sourceNumber(source)} from ${unnestRows(rows, COLUMNS)}
    on conflict (record_id, cwe) do nothing`.execute(trx);
}
