import type { SourceId } from '@almanac/contract';
import {
  bitsFor,
  type Checkpoint,
  COLLECTION,
  channelPartition,
  ecosystemOfPartition,
  hasCollection,
  RISK,
  readIndex,
  readManifest,
  type SnapshotManifest,
  type SnapshotPartition,
  writeManifest,
} from '@almanac/core/snapshots';
import { RECORD_SOURCES } from '../../app/judging/gather-facts.ts';
import { snapshotPackages } from '../../queries/snapshot-packages.ts';
import { type RiskRow, snapshotRisks } from '../../queries/snapshot-risks.ts';
import { licencesOf, mayPassOn } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';
import { inSnapshot } from '../../store/in-snapshot.ts';
import { sha256 } from '../../store/packing.ts';
import { dueEvidence } from '../mirrors/due-evidence.ts';
import { channelShards } from './channel-partition.ts';
import { collectionNames } from './collection-names.ts';
import { collectionShards } from './collection-partition.ts';
import { removeExpired } from './expire.ts';
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
}

export interface Published {
  readonly checkpoint: Checkpoint;
  readonly manifest: SnapshotManifest;
  readonly added: AddedObjects;
  /** Objects of snapshots that expired. */
  readonly removed: number;
  /** What came of publishing evidence, where that was due. */
  readonly evidence: AddedObjects | { readonly failed: string } | null;
}

/** Packages and CVEs, more than there are: their names are held at once. */
const MOST_NAMES = 5_000_000;

/**
 * Publishes what the store has at one moment. Files are only ever added until the checkpoint is replaced, and expired ones are removed
 * after it: whenever this ends, readers see a whole snapshot, the old one or the new one.
 */
export async function publishSnapshot(deps: PublishDeps, signal: AbortSignal): Promise<Published> {
  const { db, target, signer, now, hours } = deps;
  const head = await readHead(target, signer);
  const last = await lastManifest(target, head);
  const bitsBefore = await bitsOf(target, last);
  const at = now();
  const added: AddedTally = { objects: 0, bytes: 0 };
  const evidence = await dueEvidence(deps, last?.evidence ?? null, signal);
  const ofStore = await inSnapshot(db, async (trx) => {
    const sources = RECORD_SOURCES.filter(mayPassOn);
    const partitions = await writePartitions(trx, target, { sources, bitsBefore, added }, signal);
    const ecosystems = partitions.flatMap(({ name }) => ecosystemOfPartition(name) ?? []);
    const risks = (['kev', 'epss'] as const).filter(mayPassOn);
    const ofCollection = hasCollection({ partitions }) ? COLLECTION_SOURCES : [];
    return { partitions, ...(await manifestSources(trx, [...sources, ...risks, ...ofCollection], ecosystems, at)) };
  });
  const records = await recordPartitions(target, evidence.index, { before: last, added }, signal);
  const manifest: SnapshotManifest = {
    published: at.toISOString(),
    expires: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    ...ofStore,
    partitions: [...ofStore.partitions, ...records],
    evidence: evidence.index,
  };
  const root = await writeObject(target, writeManifest(manifest), added);
  signal.throwIfAborted();
  const checkpoint = await appendRoot(target, signer, head, root);
  const removed = await removeExpired(target, checkpoint.size, at, signal);
  return { checkpoint, manifest, added, removed, evidence: evidence.outcome };
}

/** What the channels carry, and facts of the tracker's issues. */
const COLLECTION_SOURCES = ['nixpkgs', 'packages'] as const satisfies readonly SourceId[];

async function lastManifest(target: SnapshotTarget, head: Checkpoint | null): Promise<SnapshotManifest | null> {
  for await (const root of readRoots(target, head?.size ?? 0)) return readManifest(await readObject(target, root));
  return null;
}

/** How the partitions were divided before. */
async function bitsOf(target: SnapshotTarget, last: SnapshotManifest | null): Promise<ReadonlyMap<string, number>> {
  const bits = new Map<string, number>();
  for (const one of last?.partitions ?? []) {
    bits.set(one.name, readIndex(sha256, await readObject(target, one.index), one).bits);
  }
  return bits;
}

interface PartitionOptions {
  readonly sources: readonly SourceId[];
  readonly bitsBefore: ReadonlyMap<string, number>;
  readonly added: AddedTally;
}

async function writePartitions(
  db: Db,
  target: SnapshotTarget,
  { sources, bitsBefore, added }: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const names = await namesByEcosystem(db, signal);
  const written: SnapshotPartition[] = [];
  for (const ecosystem of [...names.keys()].sort()) {
    const own = names.get(ecosystem) ?? [];
    const name = `ecosystem/${ecosystem}`;
    const bits = bitsFor(own.length, bitsBefore.get(name) ?? null);
    const shards = matchShards(db, { ecosystem, names: own, bits, sources }, signal);
    const about = { name, licences: licencesOf(ecosystem, sources), keys: own.length, bits };
    written.push(await writePartition(target, about, shards, added));
  }
  written.push(...(await writeCollectionPartitions(db, target, { sources, bitsBefore, added }, signal)));
  const risks = await allRisks(db, signal);
  const bits = bitsFor(risks.length / RISKS_A_PACKAGE, bitsBefore.get(RISK) ?? null);
  const about = { name: RISK, licences: licencesOf(RISK, ['kev', 'epss']), keys: risks.length, bits };
  written.push(await writePartition(target, about, riskShards(risks, bits), added));
  return written;
}

/** Nothing where no channel was read. */
async function writeCollectionPartitions(
  db: Db,
  target: SnapshotTarget,
  { sources, bitsBefore, added }: PartitionOptions,
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  const { channels, families } = await collectionNames(db, signal);
  const written: SnapshotPartition[] = [];
  for (const [channel, names] of [...channels].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const name = channelPartition(channel);
    const bits = bitsFor(names.families.size, bitsBefore.get(name) ?? null);
    const about = { name, licences: licencesOf(name, ['packages']), keys: names.entries, bits };
    written.push(await writePartition(target, about, channelShards(db, { channel, names, bits }, signal), added));
  }
  if (families.size === 0) return written;
  const bits = bitsFor(families.size, bitsBefore.get(COLLECTION) ?? null);
  const about = { name: COLLECTION, licences: licencesOf(COLLECTION, sources), keys: families.size, bits };
  written.push(await writePartition(target, about, collectionShards(db, { families, bits }, signal), added));
  return written;
}

/** A risk is a few bytes, so that a shard has more of them than of packages. */
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
