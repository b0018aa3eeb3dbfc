import type { Fields, TwinId } from '@almanac/twins';
import { sql } from 'kysely';
import type { Pool, PoolClient } from '../../../src/platform/postgres.ts';
import { keptValue } from '../../../src/sources/index.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import { readCheckpoint } from '../../../src/store/checkpoints.ts';
import type { Db } from '../../../src/store/database.ts';
import { loadDictionaries } from '../../../src/store/dictionaries.ts';
import { unpack } from '../../../src/store/packing.ts';
import { storedSourceNumber } from '../../../src/store/runs.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../database.ts';
import { markOf } from './records.ts';

export interface FaultStore extends AsyncDisposable {
  readonly db: Db;
  readonly pool: Pool;
  readonly url: string;
  readonly reset: TestDatabase['reset'];
}

/** On the server of all tests, unless another is given. With room for the connections of as many runs as a worker has. */
export async function openFaultStore(server?: string): Promise<FaultStore> {
  const database = await createTestDatabase(server);
  const {
    primary: db,
    pool,
    close,
  } = openTestDatabases(database.url, {
    role: 'almanac_worker',
    max: 12,
    // A test that is stopped for minutes keeps its locks, for which its other connections wait.
    statementTimeoutMs: 600_000,
  });
  if (server !== undefined) pool.on('connect', prepareAll);
  return {
    db,
    pool,
    url: database.url,
    reset: database.reset,
    async [Symbol.asyncDispose]() {
      await close();
      await database.close();
    },
  };
}

/** To plan a statement takes the server longer than to run it on a small store: each connection plans it once. */
function prepareAll(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const names = new Map<string, string>();
  client.query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args);
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  }) as typeof client.query;
}

/** One version as it is stored, its document unpacked. */
export interface StoredVersion {
  readonly source: TwinId;
  readonly key: string;
  readonly seq: number;
  readonly observedAt: Date;
  readonly withdrawn: boolean;
  readonly run: number;
  /** The hash of its content. */
  readonly content: string | null;
  /** Null: the source no longer has the record. */
  readonly raw: Buffer | null;
  /** Of what is no JSON, nothing. */
  readonly mark: string | null;
}

interface Row extends Omit<StoredVersion, 'raw' | 'mark'> {
  readonly codec: number | null;
  readonly dictionary: number | null;
  readonly rawSize: number;
  readonly packed: Buffer;
}

const COLUMNS = sql`source.name as source, record.key, version.seq, version.run_id as run, version.observed_at as "observedAt",
  current_version.withdrawn, encode(blob.content_sha256, 'hex') as content, codec, dictionary, raw_size as "rawSize", packed`;
const TABLES = sql`record join source on source.id = record.source
  join current_version on current_version.record_id = record.id
  join version on version.record_id = record.id left join blob on blob.id = version.blob_id`;

/** What counts now of every record of a source, by key. */
export async function currentVersions(db: Db, source: TwinId): Promise<Map<string, StoredVersion>> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES}
    where source.name = ${source} and version.seq = current_version.seq order by key`.execute(db);
  const versions = await unpacked(db, rows);
  return new Map(versions.map((version) => [version.key, version]));
}

/** Every version that has been stored by the runs after this one. */
export async function versionsAfter(db: Db, run: number): Promise<StoredVersion[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES} where version.run_id > ${run} order by source.id, key, seq`.execute(db);
  return unpacked(db, rows);
}

/** Which version of a record counts. */
export interface Head {
  readonly source: TwinId;
  readonly key: string;
  readonly seq: number;
  readonly withdrawn: boolean;
  /** The hash of its content; null: the source no longer has it. */
  readonly content: string | null;
}

/** Of every record of every source. */
export async function heads(db: Db): Promise<readonly Head[]> {
  const { rows } = await sql<Head>`
    select source.name as source, key, seq, withdrawn, encode(content_sha256, 'hex') as content
    from record join source on source.id = record.source join current_version on record_id = record.id`.execute(db);
  return rows;
}

/** From where a channel of a source goes on; null where it has read nothing yet. */
export async function positionOf(db: Db, source: TwinId, channel: ChannelName): Promise<string | null> {
  return readCheckpoint(db, await storedSourceNumber(db, source), channel);
}

/** What was known of every record of a source at that instant. */
export async function versionsAt(db: Db, source: TwinId, instant: Date): Promise<Map<string, StoredVersion>> {
  const { rows } = await sql<Row>`
    select distinct on (key) ${COLUMNS} from ${TABLES}
    where source.name = ${source} and version.observed_at <= ${instant} order by key, seq desc`.execute(db);
  const versions = await unpacked(db, rows);
  return new Map(versions.map((version) => [version.key, version]));
}

/** How many versions there are of each record of a source. */
export async function versionCounts(db: Db, source: TwinId): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select record.key, count(*) as count from record join source on source.id = record.source
    join version on version.record_id = record.id where source.name = ${source} group by record.key`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function unpacked(db: Db, rows: readonly Row[]): Promise<StoredVersion[]> {
  const dictionaries = await loadDictionaries(db, rows);
  return rows.map(({ codec, dictionary, rawSize, packed, ...version }) => {
    if (codec === null) return { ...version, raw: null, mark: null };
    const { source, key } = version;
    const raw = unpack({ codec, dictionary, rawSize, packed }, dictionaries.get(dictionary));
    return { ...version, raw, mark: source === 'epss' ? '' : markOf(source, keptValue(source, key, raw) as Fields) };
  });
}
