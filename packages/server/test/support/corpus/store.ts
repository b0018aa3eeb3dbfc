import type { Clock } from '@almanac/twins';
import { sql } from 'kysely';
import type { IngestDeps } from '../../../src/ingest/deps.ts';
import type { Feed } from '../../../src/ingest/feed.ts';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { SourceAddresses } from '../../../src/sources/catalogue.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { Db } from '../../../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';

export interface CorpusStore extends AsyncDisposable {
  readonly url: string;
  readonly db: Db;
  open<Id extends keyof SourceAddresses>(id: Id, address: SourceAddresses[Id], clock: Clock): Reading;
}

/** One source, as a worker reads it. */
export interface Reading extends AsyncDisposable {
  readonly feed: Feed;
  readonly deps: IngestDeps;
  run(channel?: ChannelName, feed?: Feed): Promise<Pass>;
  /** All channels have read nothing yet, as far as they know. */
  forget(): Promise<void>;
}

export interface Pass {
  readonly outcome: RunOutcome;
  readonly seen: number;
  readonly changed: number;
  readonly seconds: number;
}

export async function openCorpusStore(): Promise<CorpusStore> {
  const database = await createTestDatabase();
  const { primary: db, pool, close } = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  return {
    url: database.url,
    db,
    open: (id, address, clock) => openReading({ db, pool }, id, address, clock),
    async [Symbol.asyncDispose]() {
      await close();
      await database.close();
    },
  };
}

const PATIENCE_MS = 600_000;

function openReading<Id extends keyof SourceAddresses>(
  stored: Pick<IngestDeps, 'db' | 'pool'>,
  id: Id,
  address: SourceAddresses[Id],
  clock: Clock,
): Reading {
  const feed = openFeeds({ [id]: address }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const http = openHttpClient({
    allow: feed.source.upstreams,
    userAgent: 'Almanac/test',
    // Archives are packed by the twin within this very process.
    attemptTimeoutMs: PATIENCE_MS,
    downloadTimeoutMs: PATIENCE_MS,
    // The twin's limits are of its own clock: every request takes a second of it.
    pace: { before: async () => clock.advance(1_000), after: async () => {} },
  });
  const deps: IngestDeps = { ...stored, http, log: silentLog, now: () => new Date(clock.now()) };
  return {
    feed,
    deps,
    async run(channel, other = feed) {
      clock.advance(1);
      const began = performance.now();
      const options = channel === undefined ? {} : { channel };
      const outcome = await runSource(deps, other, AbortSignal.timeout(PATIENCE_MS), options);
      const seconds = (performance.now() - began) / 1_000;
      const { seen, changed } = await deps.db
        .selectFrom('run')
        .select(['seen', 'changed'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return { outcome, seen, changed, seconds };
    },
    async forget() {
      const source = deps.db.selectFrom('source').select('id').where('name', '=', id);
      await deps.db.deleteFrom('checkpoint').where('source', '=', source).execute();
    },
    [Symbol.asyncDispose]: () => http.close(),
  };
}

export interface Stored {
  readonly live: number;
  readonly versions: number;
  readonly quarantined: readonly { readonly key: string | null; readonly reason: string }[];
}

export async function storedOf(db: Db, source: string): Promise<Stored> {
  const { rows } = await sql<{ live: number; versions: number }>`
    select count(*) filter (where content_sha256 is not null) as live, coalesce(sum(seq), 0)::bigint as versions
    from current_version join record on record.id = record_id join source on source.id = record.source
    where source.name = ${source}`.execute(db);
  const { rows: counted } = await sql<{ versions: number }>`
    select count(*) as versions from version join record on record.id = record_id
    join source on source.id = record.source where source.name = ${source}`.execute(db);
  const quarantined = await db
    .selectFrom('quarantine')
    .innerJoin('source', 'source.id', 'quarantine.source')
    .select(['key', 'reason'])
    .where('source.name', '=', source)
    .orderBy('key')
    .execute();
  return { live: rows[0]?.live ?? 0, versions: counted[0]?.versions ?? 0, quarantined };
}

/** Tables of which every run writes something; all others hold evidence or what is computed from it. */
const ALWAYS_WRITTEN = 'run checkpoint upstream refresh worker_heartbeat canary reconciliation source_part'.split(' ');

export interface TableState {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  /** Rows that a transaction since the mark has inserted or updated. */
  readonly written: number;
}

/** A mark in the order of transactions. */
export async function transactionMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select pg_current_xact_id()::text as mark`.execute(db);
  return rows[0]?.mark ?? '0';
}

export async function tableStates(db: Db, since: string): Promise<readonly TableState[]> {
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${ALWAYS_WRITTEN})
    order by bytes desc, name`.execute(db);
  const states: TableState[] = [];
  for (const { name, bytes } of tables) {
    const { rows } = await sql<{ rows: number; written: number }>`
      select count(*) as rows, count(*) filter (where xmin::text::bigint > ${since}::bigint) as written
      from ${sql.table(name)}`.execute(db);
    states.push({ table: name, bytes, rows: rows[0]?.rows ?? 0, written: rows[0]?.written ?? 0 });
  }
  return states;
}
