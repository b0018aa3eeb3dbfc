import { stat } from 'node:fs/promises';
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
import { addManifest } from './manifest-rows.ts';
import { checkFile, replacing } from './output.ts';
import { addChannel, addRisks, addShard } from './shard-rows.ts';
import { type RowOf, TABLE_NAMES, type TableName } from './tables.ts';

export interface WantedExport {
  readonly output: string;
  readonly isWanted: (partition: string) => boolean;
}

export interface Exported {
  readonly snapshot: RowOf<'snapshot'>;
  readonly partitions: readonly RowOf<'partition'>[];
  readonly rows: Readonly<Record<TableName, number>>;
  readonly bytes: number;
}

/** Writes the wanted partitions that are held as an SQLite database. One shard is in memory at a time. */
export async function exportTables(session: Session, held: HeldSnapshot, wanted: WantedExport): Promise<Exported> {
  const { output } = wanted;
  await checkFile(output);
  return replacing(output, session.uuid(), async (folder) => {
    using draft = await openDraft(path.join(folder, 'draft.sqlite'));
    const partitions = await addPartitions(session, draft, held, wanted);
    const snapshot = addManifest(draft, held.snapshot, partitions);
    draft.finish();
    const rows = Object.fromEntries(TABLE_NAMES.map((table) => [table, draft.count(table)])) as Exported['rows'];
    session.progress.show(`writing ${output}`);
    const made = path.join(folder, 'made');
    draft.copyTo(made);
    return { snapshot, partitions, rows, bytes: (await stat(made)).size };
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
    // A partition without held shards has no index either.
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

/** Leaves out documents and partitions derived from others for judging. */
function isExported(name: string): boolean {
  return name === RISK || channelOf(name) !== null || ecosystemOfPartition(name) !== null;
}

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
