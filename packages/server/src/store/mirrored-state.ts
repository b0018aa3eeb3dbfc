import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/** A run of a channel as another instance has it; instants as PostgreSQL writes them. */
export interface MirroredRun {
  readonly channel: string;
  readonly state: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly expected: number | null;
  readonly seen: number;
  readonly changed: number;
  readonly removed: number;
  readonly unreadable: number;
  readonly live: number | null;
}

export interface MirroredPart {
  readonly part: string;
  readonly records: number;
  readonly changed_at: string | null;
  readonly pause_seconds: number | null;
  readonly seen_at: string;
}

/** Source status, and where its channels continue. */
export interface MirroredState {
  /** In their order. */
  readonly runs: readonly MirroredRun[];
  readonly checkpoints: readonly { readonly channel: string; readonly value: string }[];
  readonly parts: readonly MirroredPart[];
}

/** Without a run there is no position either: it belongs to one. */
export async function writeMirroredState(
  trx: Transaction,
  source: number,
  { runs, checkpoints, parts }: MirroredState,
): Promise<void> {
  await sql`
    insert into run (source, channel, state, started_at, finished_at, expected, seen, changed, removed, unreadable, live)
    select ${source}, given.channel, state, started_at, finished_at, expected, seen, changed, removed, unreadable, live
    from jsonb_array_elements(${JSON.stringify(runs)}::jsonb) with ordinality as listed (value, place)
    cross join lateral jsonb_to_record(listed.value)
         as given (channel text, state text, started_at timestamptz, finished_at timestamptz, expected integer, seen integer,
                   changed integer, removed integer, unreadable integer, live integer)
    order by place`.execute(trx);
  await sql`
    insert into checkpoint (source, channel, value, run_id)
    select ${source}, given.channel, given.value, newest.id
    from jsonb_to_recordset(${JSON.stringify(checkpoints)}::jsonb) as given (channel text, value text)
    cross join (select id from run where source = ${source} and channel <> 'mirror' order by id desc limit 1) as newest
    on conflict (source, channel) do update set value = excluded.value, run_id = excluded.run_id`.execute(trx);
  await sql`
    insert into source_part (source, part, records, changed_at, pause_seconds, seen_at)
    select ${source}, given.*
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
         as given (part text, records integer, changed_at timestamptz, pause_seconds integer, seen_at timestamptz)
    on conflict (source, part) do nothing`.execute(trx);
}
