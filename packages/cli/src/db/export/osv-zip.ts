import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  ecosystemOfPartition,
  readObjectText,
  readSegmentDocuments,
  recordPartition,
  type SnapshotIo,
  toHex,
} from '@almanac/core/snapshots';
import { type HeldSnapshot, isHeld, NODE_PLATFORM, sha256 } from '@almanac/offline/store';
import { UsageError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import type { WantedExport } from './export.ts';
import { ARCHIVE, checkFolder, replacing } from './output.ts';
import { createZip, type ZipWriter } from './zip-writer.ts';

export interface ExportedArchives {
  /** `missing` counts records whose documents were not pulled. */
  readonly archives: readonly { readonly ecosystem: string; readonly records: number; readonly missing: number }[];
  readonly bytes: number;
}

/**
 * Writes OSV records as OSV publishes them, `<ecosystem>/all.zip`: the original documents, where a snapshot may pass
 * them on.
 */
export async function exportOsvZip(
  session: Session,
  held: HeldSnapshot,
  wanted: WantedExport,
): Promise<ExportedArchives> {
  await checkFolder(wanted.output);
  const records = await recordsByEcosystem(session, held, wanted.isWanted);
  if (records.size === 0)
    throw new UsageError('No OSV records are held.', 'almanac db pull --all --records gets them.');
  return replacing(wanted.output, session.uuid(), async (folder) => {
    const archives: Archive[] = [];
    for (const [ecosystem, names] of records) {
      await mkdir(path.join(folder, 'made', ecosystem), { recursive: true });
      const zip = await createZip(path.join(folder, 'made', ecosystem, ARCHIVE));
      archives.push({ ecosystem, names, zip });
    }
    const written = new Map<string, Set<string>>(archives.map(({ ecosystem }) => [ecosystem, new Set()]));
    for await (const [hash, bytes] of osvDocuments(session, held)) {
      for (const { ecosystem, names, zip } of archives) {
        const id = names.get(hash);
        const known = written.get(ecosystem);
        if (id === undefined || known === undefined || known.has(id)) continue;
        known.add(id);
        await zip.add(`${id}.json`, bytes);
      }
    }
    let bytes = 0;
    for (const { zip } of archives) bytes += await zip.finish();
    return {
      bytes,
      archives: archives.map(({ ecosystem, names }) => {
        const count = written.get(ecosystem)?.size ?? 0;
        return { ecosystem, records: count, missing: new Set(names.values()).size - count };
      }),
    };
  });
}

interface Archive {
  readonly ecosystem: string;
  /** Ids by document hash. */
  readonly names: ReadonlyMap<string, string>;
  readonly zip: ZipWriter;
}

async function recordsByEcosystem(
  session: Session,
  { snapshot, state }: HeldSnapshot,
  isWanted: WantedExport['isWanted'],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const records = new Map<string, ReadonlyMap<string, string>>();
  for (const { name } of snapshot.manifest.partitions) {
    const ecosystem = ecosystemOfPartition(name);
    const index = ecosystem !== null && isWanted(name) && state.held.has(name) ? await snapshot.index(name) : null;
    if (ecosystem === null || index === null || !SAFE.test(ecosystem)) continue;
    session.progress.show(`reading ${name}`);
    const names = new Map<string, string>();
    const isThere = (prefix: number) => isHeld(state.held, { partition: name, bits: index.bits, prefix });
    for await (const shard of snapshot.shards(ecosystem, isThere)) {
      session.signal.throwIfAborted();
      for (const { assertion, sha256: hash } of shard.packages.flatMap(({ rows }) => rows)) {
        const { source, id } = assertion.record;
        if (source === OSV && hash !== null && SAFE.test(id)) names.set(hash, id);
      }
    }
    if (names.size > 0) records.set(ecosystem, names);
  }
  return records;
}

const OSV = 'osv';
/** Ids and ecosystems that are safe as names of files and folders. */
const SAFE = /^[\w][\w .:+-]*$/;

/** Keeps one segment in memory at a time. */
async function* osvDocuments(
  session: Session,
  { snapshot, state, read }: HeldSnapshot,
): AsyncGenerator<readonly [hash: string, bytes: Uint8Array]> {
  const io: SnapshotIo = { ...NODE_PLATFORM, read };
  const seen = new Set<string>();
  const partition = recordPartition(OSV);
  if (!state.held.has(partition)) return;
  for await (const { documents } of snapshot.recordShards(partition, (prefix) => isHeldAt(state, partition, prefix))) {
    for (const { segment } of documents) {
      if (seen.has(segment.sha256) || !state.segments.has(segment.sha256)) continue;
      seen.add(segment.sha256);
      session.signal.throwIfAborted();
      session.progress.show(`reading documents: ${seen.size} of ${state.segments.size} segments`);
      for (const document of readSegmentDocuments(await readObjectText(io, segment), OSV)) {
        const bytes = document();
        yield [toHex(sha256(bytes)), bytes];
      }
    }
  }
}

function isHeldAt({ held }: HeldSnapshot['state'], partition: string, prefix: number): boolean {
  const part = held.get(partition);
  return part !== undefined && (part.prefixes === null || part.prefixes.has(prefix));
}
