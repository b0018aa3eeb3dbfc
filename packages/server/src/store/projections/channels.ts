import { sql } from 'kysely';
import { type ChannelRow, channelRows } from '../../projections/channels.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const COLUMNS = {
  record_id: 'bigint',
  seq: 'integer',
  collection: 'text',
  name: 'text',
  revision: 'text',
  updated_at: 'timestamptz',
  status: 'text',
  variant: 'text',
  current: 'boolean',
} as const;

export const channelsProjection = defineProjection({
  name: 'channels',
  version: 1,
  sources: ['channels'],
  tables: ['channel'],
  rows: ({ value, key }) => channelRows(value, { key }),
  write: writeChannels,
});

/** Where channels stand now. Labels that nobody names while a channel moves are those it had. */
async function writeChannels(trx: Transaction, changes: readonly RowChange<ChannelRow>[]): Promise<void> {
  const gone = changes.filter(({ rows }) => rows.length === 0).map(({ version }) => version.recordId);
  if (gone.length > 0) await sql`delete from channel where record_id = any(${gone}::bigint[])`.execute(trx);
  const rows = changes.flatMap(({ version, rows: [row] }) =>
    row === undefined ? [] : [{ ...row, record_id: version.recordId, seq: version.seq }],
  );
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)));
  await sql`
    insert into channel (${names}) select ${names} from ${unnestRows(rows, COLUMNS)}
    on conflict (collection, name) do update
    set record_id = excluded.record_id, seq = excluded.seq, revision = excluded.revision, updated_at = excluded.updated_at,
        status = coalesce(excluded.status, channel.status),
        variant = case when excluded.status is null then channel.variant else excluded.variant end,
        current = coalesce(excluded.current, channel.current)`.execute(trx);
}
