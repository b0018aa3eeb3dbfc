import type { SourceId } from '@almanac/contract';
import type { DataSelection } from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import {
  bitsFor,
  type Checkpoint,
  COLLECTION,
  channelPartition,
  ecosystemOfPartition,
  hasCollection,
  type PackPlace,
  type PartitionIndex,
  RISK,
  readIndex,
  readManifest,
  readPacks,
  type SnapshotManifest,
  type SnapshotPartition,
  writeManifest,
} from '@almanac/core/snapshots';
import { snapshotMoment } from '../../queries/snapshot-moment.ts';
import { snapshotPackages } from '../../queries/snapshot-packages.ts';
import { type RiskRow, snapshotRisks } from '../../queries/snapshot-risks.ts';
import { findLicences, mayPassOn } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';
import { inSnapshot } from '../../store/in-snapshot.ts';
import { sha256 } from '../../store/packing.ts';
import { dueEvidence } from '../mirrors/due-evidence.ts';
import { channelShards } from './channel-partition.ts';
import { collectionNames } from './collection-names.ts';
import { collectionShards } from './collection-partition.ts';
import { removeExpired, YOUNG_MS } from './expire.ts';
import {
  type KnownSince,
  knownShards,
  knownSince,
  type PublishedManifest,
  type PublisherMemory,
} from './known-since.ts';
import { appendRoot, readHead, readRoots } from './log.ts';
import { manifestSources } from './manifest.ts';
import { matchShards } from './match-partition.ts';
import { type AddedObjects, type AddedTally, readObject, writeObject } from './objects.ts';
import { recordPartitions } from './record-partitions.ts';
import { riskShards } from './risk-partition.ts';
import type { SnapshotSigner } from './signer.ts';
import type { SnapshotTarget } from './target.ts';
import { writePartition } from './write-partition.ts';

export interface PublishDeps {
  readonly db: Db;
  readonly target: SnapshotTarget;
  readonly signer: SnapshotSigner;
  readonly now: () => Date;
  /** How long a snapshot may be used. */
  readonly hours: number;
  /** How long evidence for mirrors is not published again; 0: none is. */
  readonly evidenceHours?: number;
  /** Results of the last publication by this process. Without it, everything is computed again. */
  readonly memory?: PublisherMemory;
  /** Where the store has some of the sources' records only. */
  readonly selection?: DataSelection | null;
}

export interface Published {
  readonly checkpoint: Checkpoint;
  readonly manifest: SnapshotManifest;
  readonly added: AddedObjects;
  /** Objects of snapshots that expired. */
  readonly removed: number;
  /** The result of publishing evidence, if it was due. */
  readonly evidence: AddedObjects | { readonly failed: string } | null;
}

/** Packages and CVEs, more than there are: their names are held at once. */
const MOST_NAMES = 5_000_000;

/**
 * Publishes what the store has at one moment. Files are only ever added until the checkpoint is replaced, and expired ones are removed
 * after it: whenever this ends, readers see a whole snapshot, the old one or the new one.
 */
export async function publishSnapshot(deps: PublishDeps, signal: AbortSignal): Promise<Published> {
  const { db, target, signer, now, hours, memory = { last: null }, selection = null } = deps;
  const before = memory.last;
  // Whatever is cut off begins with nothing.
  memory.last = null;
  const head = await readHead(target, signer);
  const published = await lastManifest(target, head);
  const last = published?.manifest ?? null;
  const indexes = await readIndexes(target, last);
  const packed = await packedBefore(target, last, indexes);
  const at = now();
  // Before anything is written: they may be what fills the disk.
  await target.removeDrafts(new Date(at.getTime() - YOUNG_MS));
  const added: AddedTally = { objects: 0, bytes: 0 };
  const evidence = await dueEvidence(deps, last?.evidence ?? null, signal);
  const { moment, known, ...ofStore } = await inSnapshot(db, async (trx) => {
    const moment = await snapshotMoment(trx);
    const known = await knownSince(trx, before, published, { moment, at });
    const sources = RECORD_SOURCES.filter(mayPassOn);
    const partitions = await writePartitions(trx, target, { sources, indexes, packed, added, known }, signal);
    const ecosystems = partitions.flatMap(({ name }) => ecosystemOfPartition(name) ?? []);
    const risks = (['kev', 'epss'] as const).filter(mayPassOn);
    const ofCollection = hasCollection({ partitions }) ? COLLECTION_SOURCES : [];
    const states = await manifestSources(trx, [...sources, ...risks, ...ofCollection], ecosystems, at);
    return { moment, known, partitions, ...states };
  });
  const records = await recordPartitions(target, evidence.index, { before: last, added }, signal);
  const manifest: SnapshotManifest = {
    published: at.toISOString(),
    expires: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    ...ofStore,
    partitions: [...ofStore.partitions, ...records],
    evidence: evidence.index,
    selection,
  };
  const root = await writeObject(target, writeManifest(manifest), added);
  signal.throwIfAborted();
  const checkpoint = await appendRoot(target, signer, head, root);
  const { attributes, shards, begun } = known;
  memory.last = { root: root.sha256, moment, attributes, shards, begun };
  const removed = await removeExpired(target, checkpoint.size, at, signal);
  return { checkpoint, manifest, added, removed, evidence: evidence.outcome };
}

/** Returns when the newest snapshot was published; null where there is none. */
export async function lastPublished({ target, signer }: Pick<PublishDeps, 'target' | 'signer'>): Promise<Date | null> {
  const last = await lastManifest(target, await readHead(target, signer));
  return last === null ? null : new Date(last.manifest.published);
}

const COLLECTION_SOURCES = ['nixpkgs', 'packages'] as const satisfies readonly SourceId[];

async function lastManifest(target: SnapshotTarget, head: Checkpoint | null): Promise<PublishedManifest | null> {
  for await (const root of readRoots(target, head?.size ?? 0))
    return { root: root.sha256, manifest: readManifest(await readObject(target, root)) };
  return null;
}

/** How the partitions were divided before, and into what. */
async function readIndexes(target: SnapshotTarget, last: SnapshotManifest | null): Promise<Indexes> {
  const indexes = new Map<string, PartitionIndex>();
  for (const one of last?.partitions ?? []) {
    indexes.set(one.name, readIndex(sha256, await readObject(target, one.index), one));
  }
  return indexes;
}

/** Where shards of the last snapshot are in packs, by the hash of the shard. */
async function packedBefore(
  target: SnapshotTarget,
  last: SnapshotManifest | null,
  indexes: Indexes,
): Promise<PartitionOptions['packed']> {
  const packed = new Map<string, ReadonlyMap<string, PackPlace>>();
  for (const { name, packs } of last?.partitions ?? []) {
    const index = indexes.get(name);
    if (packs === null || index === undefined) continue;
    const { places } = readPacks(await readObject(target, packs), index);
    packed.set(name, new Map(index.shards.map(({ sha256: hash }, i) => [hash, places[i] as PackPlace])));
  }
  return packed;
}

type Indexes = ReadonlyMap<string, PartitionIndex>;

interface PartitionOptions {
  readonly sources: readonly SourceId[];
  readonly indexes: Indexes;
  /** Places in packs, by partition and hash. */
  readonly packed: ReadonlyMap<string, ReadonlyMap<string, PackPlace>>;
  readonly added: AddedTally;
  readonly known: KnownSince;
}

async function writePartitions(
  db: Db,
  target: SnapshotTarget,
  options: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const { known } = options;
  return [
    ...(known.kept('ecosystem/') ?? (await writeEcosystemPartitions(db, target, options, signal))),
    ...(await writeCollectionPartitions(db, target, options, signal)),
    ...(known.kept(RISK) ?? (await writeRiskPartition(db, target, options, signal))),
  ];
}

async function writeEcosystemPartitions(
  db: Db,
  target: SnapshotTarget,
  { sources, indexes, packed, added, known }: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const names = await namesByEcosystem(db, signal);
  const written: SnapshotPartition[] = [];
  for (const ecosystem of [...names.keys()].sort()) {
    const own = names.get(ecosystem) ?? [];
    const name = `ecosystem/${ecosystem}`;
    const index = indexes.get(name) ?? null;
    const bits = bitsFor(own.length, index?.bits ?? null);
    const ofPartition = { known: knownShards(known, index, { name, bits }), touched: known.touchedIn(ecosystem) };
    const shards = matchShards(db, { ecosystem, names: own, bits, ...ofPartition }, signal);
    const about = { name, licences: findLicences(ecosystem, sources), keys: own.length, bits };
    written.push(await writePartition(target, about, shards, added, packed.get(about.name) ?? NO_PACKS));
  }
  return written;
}

async function writeRiskPartition(
  db: Db,
  target: SnapshotTarget,
  { indexes, packed, added }: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const risks = await allRisks(db, signal);
  const bits = bitsFor(risks.length / RISKS_A_PACKAGE, indexes.get(RISK)?.bits ?? null);
  const about = { name: RISK, licences: findLicences(RISK, ['kev', 'epss']), keys: risks.length, bits };
  return [await writePartition(target, about, riskShards(risks, bits), added, packed.get(about.name) ?? NO_PACKS)];
}

/** Nothing where no channel was read. */
async function writeCollectionPartitions(
  db: Db,
  target: SnapshotTarget,
  { sources, indexes, packed, added, known }: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const kept = known.kept(channelPartition(''));
  const keptCollection = known.kept(COLLECTION);
  if (kept !== null && keptCollection !== null) return [...kept, ...keptCollection];
  const { channels, families } = await collectionNames(db, signal);
  const written: SnapshotPartition[] = [...(kept ?? [])];
  for (const [channel, names] of kept !== null ? [] : [...channels].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const name = channelPartition(channel);
    const bits = bitsFor(names.families.size, indexes.get(name)?.bits ?? null);
    const about = { name, licences: findLicences(name, ['packages']), keys: names.entries, bits };
    written.push(
      await writePartition(
        target,
        about,
        channelShards(db, { channel, names, bits }, signal),
        added,
        packed.get(about.name) ?? NO_PACKS,
      ),
    );
  }
  if (families.size === 0) return written;
  const index = indexes.get(COLLECTION) ?? null;
  const bits = bitsFor(families.size, index?.bits ?? null);
  const ofPartition = { attributes: known.attributes, known: knownShards(known, index, { name: COLLECTION, bits }) };
  const about = { name: COLLECTION, licences: findLicences(COLLECTION, sources), keys: families.size, bits };
  written.push(
    await writePartition(
      target,
      about,
      collectionShards(db, { families, bits, ...ofPartition }, signal),
      added,
      packed.get(COLLECTION) ?? NO_PACKS,
    ),
  );
  return written;
}

/** A risk is a few bytes, so that a shard has more of them than of packages. */
const NO_PACKS: ReadonlyMap<string, PackPlace> = new Map();
const RISKS_A_PACKAGE = 32;

async function namesByEcosystem(db: Db, signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  let count = 0;
  for await (const page of snapshotPackages(db)) {
    signal.throwIfAborted();
    count += page.length;
    if (count > MOST_NAMES) throw new RangeError(`more than ${MOST_NAMES} packages`);
    for (const { ecosystem, name } of page) {
      const own = names.get(ecosystem);
      if (own === undefined) names.set(ecosystem, [name]);
      else own.push(name);
    }
  }
  return names;
}

async function allRisks(db: Db, signal: AbortSignal): Promise<readonly RiskRow[]> {
  const risks: RiskRow[] = [];
  for await (const page of snapshotRisks(db)) {
    signal.throwIfAborted();
    for (const row of page) risks.push(row);
    if (risks.length > MOST_NAMES) throw new RangeError(`more than ${MOST_NAMES} CVEs`);
  }
  return risks;
}
