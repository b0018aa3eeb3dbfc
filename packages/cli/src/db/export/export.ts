import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  channelOf,
  ecosystemOfPartition,
  type OpenSnapshot,
  type PartitionIndex,
  RISK,
  type SnapshotPartition,
} from '@almanac/core/snapshots';
import { type HeldSnapshot, isHeld } from '@almanac/offline/store';
import type { Session } from '../../session.ts';
import { type Draft, openDraft } from './draft.ts';
import type { ExportFormat } from './formats.ts';
import { addManifest } from './manifest-rows.ts';
import { checkOutput, parquetFile, replacing } from './output.ts';
import { writeParquet } from './parquet.ts';
import { addChannel, addRisks, addShard } from './shard-rows.ts';
import { type RowOf, TABLE_NAMES, type TableName } from './tables.ts';

export interface WantedExport {
  readonly format: ExportFormat;
  readonly output: string;
  /** Whether a partition is to be in it. */
  readonly isWanted: (partition: string) => boolean;
}

export interface Exported {
  readonly snapshot: RowOf<'snapshot'>;
  readonly partitions: readonly RowOf<'partition'>[];
  readonly rows: Readonly<Record<TableName, number>>;
  readonly bytes: number;
}

/** Everything that is held and wanted of a snapshot, as a database. A shard is held in memory at a time, or a row group. */
export async function exportTables(
  session: Session,
  held: HeldSnapshot,
  wanted: WantedExport & { readonly format: 'sqlite' | 'parquet' },
): Promise<Exported> {
  const { format, output } = wanted;
  await checkOutput(output, format);
  return replacing(output, session.uuid(), async (folder) => {
    using draft = await openDraft(path.join(folder, 'draft.sqlite'));
    const partitions = await addPartitions(session, draft, held, wanted);
    const snapshot = addManifest(draft, held.snapshot, partitions);
    draft.finish();
    const rows = Object.fromEntries(TABLE_NAMES.map((table) => [table, draft.count(table)])) as Exported['rows'];
    session.progress.show(`writing ${output}`);
    const made = path.join(folder, 'made');
    const files = format === 'sqlite' ? copied(draft, made) : await written(session, draft, made, snapshot);
    let bytes = 0;
    for (const file of files) bytes += (await stat(file)).size;
    return { snapshot, partitions, rows, bytes };
  });
}

async function addPartitions(
  session: Session,
  draft: Draft,
  held: HeldSnapshot,
  { isWanted }: WantedExport,
): Promise<RowOf<'partition'>[]> {
  const { snapshot, state } = held;
  const rows: RowOf<'partition'>[] = [];
  for (const partition of snapshot.manifest.partitions) {
    const { name } = partition;
    if (!isExported(name)) continue;
    // Of a partition of which nothing is held there is no index, either.
    const index = state.held.has(name) ? await snapshot.index(name) : null;
    if (index === null || !isWanted(name)) {
      rows.push(partitionRow(partition, index, 0));
      continue;
    }
    const isThere = (prefix: number) => isHeld(state.held, { partition: name, bits: index.bits, prefix });
    let exported = 0;
    const added = () => {
      session.signal.throwIfAborted();
      exported += 1;
      if (exported % 50 === 1) session.progress.show(`${name}: ${exported} of ${index.shards.length} shards`);
    };
    for await (const add of shardsOf(snapshot, name, isThere)) {
      add(draft);
      added();
    }
    rows.push(partitionRow(partition, index, exported));
  }
  return rows;
}

/** What is made of others for judging alone, and documents, are no tables. */
function isExported(name: string): boolean {
  return name === RISK || channelOf(name) !== null || ecosystemOfPartition(name) !== null;
}

/** The shards of a partition, each as what it adds to the tables. */
async function* shardsOf(
  snapshot: OpenSnapshot,
  name: string,
  isThere: (prefix: number) => boolean,
): AsyncGenerator<(draft: Draft) => void> {
  const channel = channelOf(name);
  const ecosystem = ecosystemOfPartition(name);
  if (channel !== null) {
    for await (const shard of snapshot.channelShards(channel, isThere)) yield (draft) => addChannel(draft, shard);
  } else if (ecosystem !== null) {
    for await (const shard of snapshot.shards(ecosystem, isThere)) yield (draft) => addShard(draft, shard);
  } else {
    for await (const shard of snapshot.riskShards(isThere)) yield (draft) => addRisks(draft, shard);
  }
}

function partitionRow(
  { name, licences, keys, rows }: SnapshotPartition,
  index: PartitionIndex | null,
  exported: number,
): RowOf<'partition'> {
  return { name, licences, names: keys, rows, shards: index?.shards.length ?? null, exported_shards: exported };
}

function copied(draft: Draft, made: string): string[] {
  draft.copyTo(made);
  return [made];
}

async function written(
  { signal }: Session,
  draft: Draft,
  made: string,
  { root, published, expires, complete }: RowOf<'snapshot'>,
): Promise<string[]> {
  await mkdir(made);
  const metadata = {
    'almanac.root': root,
    'almanac.published': published,
    'almanac.expires': expires,
    'almanac.complete': String(complete),
  };
  const files: string[] = [];
  for (const table of TABLE_NAMES) {
    const file = path.join(made, parquetFile(table));
    await writeParquet(file, table, draft.rows(table), { metadata, signal });
    files.push(file);
  }
  return files;
}
