import type { FreshnessChange } from '@almanac/core/freshness';
import type { Generated, GeneratedAlways, JSONColumnType, Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Databases } from '../platform/db.ts';
import type { AccessTables } from './database-access.ts';
import type { AggregateTables } from './database-aggregates.ts';
import type { CollectionTables } from './database-collection.ts';
import type { ProjectionTables } from './database-projections.ts';

/** The tables as the migrations leave them; a test holds this equal to information_schema. */
export interface Database extends ProjectionTables, CollectionTables, AggregateTables, AccessTables {
  source: Source;
  run: Run;
  checkpoint: Checkpoint;
  record: Record;
  dictionary: Dictionary;
  blob: Blob;
  version: Version;
  current_version: CurrentVersion;
  quarantine: Quarantine;
  upstream: Upstream;
  source_upstream: SourceUpstream;
  source_part: SourcePart;
  held_part: HeldPartRow;
  source_notice: SourceNotice;
  canary: Canary;
  reconciliation: Reconciliation;
  freshness: FreshnessTable;
  mirror: MirrorTable;
  mirror_log: MirrorLog;
  refresh: Refresh;
  announcement: Announcement;
  kev: Kev;
  worker_heartbeat: WorkerHeartbeat;
  change_clock: ChangeClock;
  source_changes: SourceChanges;
  schema_migration: SchemaMigration;
}

export type AlmanacDatabases = Databases<Database>;
export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;

export type RunState = 'running' | 'ok' | 'failed' | 'held' | 'abandoned';

/** Outcome of a requested refresh: the record was read, the upstream has none, or it was unreachable. */
export type RefreshOutcome = 'done' | 'unknown' | 'unreachable';

interface Source {
  id: number;
  name: string;
  configured: Generated<boolean>;
  parts_read: string[] | null;
}

interface Run {
  id: GeneratedAlways<number>;
  source: number;
  state: Generated<RunState>;
  started_at: Date;
  finished_at: Date | null;
  expected: number | null;
  seen: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  unreadable: Generated<number>;
  live: number | null;
  error: string | null;
  channel: string;
}

interface Checkpoint {
  source: number;
  channel: string;
  value: string;
  run_id: number;
}

interface Record {
  id: GeneratedAlways<number>;
  source: number;
  key: string;
}

interface Dictionary {
  id: GeneratedAlways<number>;
  source: number;
  bytes: Buffer;
}

interface Blob {
  id: GeneratedAlways<number>;
  raw_sha256: Buffer;
  content_sha256: Buffer;
  codec: number;
  dictionary: number | null;
  raw_size: number;
  packed: Buffer;
}

interface Version {
  record_id: number;
  seq: number;
  observed_at: Date;
  upstream_modified: Date | null;
  basis: number;
  blob_id: number | null;
  run_id: number;
  tx: Generated<string>;
}

interface CurrentVersion {
  record_id: number;
  seq: number;
  observed_at: Date;
  content_sha256: Buffer | null;
  upstream_modified: Date | null;
  withdrawn: Generated<boolean>;
  raw_sha256: Buffer | null;
  entry_crc: number | null;
  entry_size: number | null;
  entry_seq: number | null;
  entry_rules: number | null;
}

interface Quarantine {
  source: number;
  raw_sha256: Buffer;
  key: string | null;
  reason: string;
  codec: number;
  raw_size: number;
  packed: Buffer;
  run_id: number;
  first_seen: Date;
  last_seen: Date;
  count: Generated<number>;
}

interface Upstream {
  origin: string;
  tokens: number;
  refilled_at: Date;
  failures: Generated<number>;
  open_until: Date | null;
  failed_at: Date | null;
}

interface SourceUpstream {
  source: number;
  origin: string;
}

interface SourcePart {
  source: number;
  part: string;
  records: number;
  changed_at: Date | null;
  pause_seconds: number | null;
  seen_at: Date;
}

interface HeldPartRow {
  source: number;
  part: string;
  reason: string;
  tag: string | null;
  since: Date;
}

interface SourceNotice {
  source: number;
  code: string;
  detail: string;
  since: Date;
  seen_at: Date;
}

interface Canary {
  source: number;
  key: string;
  outcome: 'ok' | 'missing' | 'changed';
  detail: string | null;
  since: Date;
  checked_at: Date;
}

interface FreshnessTable {
  at: Date;
  statement: string;
  signature: string | null;
  changes: JSONColumnType<readonly FreshnessChange[]>;
}

interface MirrorTable {
  source: number;
  segments: number;
  last: Buffer;
  finished_at: Date | null;
}

interface MirrorLog {
  one: Generated<boolean>;
  key: string;
  size: number;
  root: Buffer;
}

interface Reconciliation {
  run_id: number;
  source: number;
  at: Date;
  basis: 'ids' | 'count';
  listed: number;
  live: number;
  missing: number;
  unreadable: number;
  extra: number;
  examples: string[];
}

interface Refresh {
  source: number;
  key: string;
  started_at: Date;
  outcome: RefreshOutcome | null;
  state: string | null;
  error: string | null;
  finished_at: Date | null;
}

interface Announcement {
  cve_id: string;
  kind: 'new' | 'updated';
  named_at: Date;
  modified: Date | null;
}

interface Kev {
  cve_id: string;
  known_from: Date;
  known_to: Date | null;
  vendor_project: string;
  product: string;
  vulnerability_name: string;
  short_description: string;
  required_action: string;
  date_added: string;
  due_date: string;
  ransomware: 'known' | 'unknown';
  notes: string;
  cwes: string[];
  record_id: number;
  seq: number;
}

interface WorkerHeartbeat {
  worker: string;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
}

interface ChangeClock {
  one: Generated<boolean>;
  shift: number;
}

interface SourceChanges {
  source: number;
  changes: number;
}

interface SchemaMigration {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
}
