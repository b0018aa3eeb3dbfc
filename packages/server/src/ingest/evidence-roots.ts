import type { SourceId } from '@almanac/contract';
import { evidenceRecords } from '../queries/evidence-records.ts';
import type { Transaction } from '../store/database.ts';
import { type MerkleTree, merkleRoot, openMerkleTree } from './merkle.ts';

export interface SourceRoot {
  readonly source: SourceId;
  readonly records: number;
  readonly live: number;
  readonly versions: number;
  /** Over the keys and the hashes of the current bytes. */
  readonly root: Buffer;
}

export interface EvidenceRoots {
  readonly sources: readonly SourceRoot[];
  /** A tree over the roots: a source without records is no part of it. */
  readonly root: Buffer;
  /** Records whose row of now is not that of their newest version. */
  readonly faults: number;
  /** The first of them. */
  readonly firstFaults: readonly string[];
}

export interface RootsDeps {
  readonly signal: AbortSignal;
  readonly showProgress: (text: string) => void;
  /** How many faults are listed; more are counted. */
  readonly listed: number;
  /** Records that are left out of the trees and of the counts; left out: none are. */
  readonly isWanted?: (source: SourceId, key: string) => boolean;
}

/** Reads every record once, in the order of the trees; what it holds does not grow with their number. */
export async function evidenceRoots(
  { signal, showProgress, listed, isWanted = () => true }: RootsDeps,
  trx: Transaction,
): Promise<EvidenceRoots> {
  const counts: Counting[] = [];
  const firstFaults: string[] = [];
  let faults = 0;
  for await (const page of evidenceRecords(trx)) {
    signal.throwIfAborted();
    for (const { source, key, versions, rawSha256, fault } of page) {
      if (!isWanted(source, key)) continue;
      const last = counts.at(-1);
      const counting = last?.source === source ? last : begin(source);
      if (counting !== last) counts.push(counting);
      counting.tree.add({ source, key, sha256: rawSha256 });
      counting.records += 1;
      counting.live += rawSha256 === null ? 0 : 1;
      counting.versions += versions;
      if (fault === null) continue;
      faults += 1;
      if (firstFaults.length < listed) firstFaults.push(`record ${source} ${key}: ${fault}`);
    }
    const last = counts.at(-1);
    if (last !== undefined) showProgress(`${last.source}: ${last.records} records`);
  }
  const sources = counts.map(({ tree, source, records, live, versions }) => ({
    source,
    records,
    live,
    versions,
    root: tree.root(),
  }));
  const root = merkleRoot(sources.map(({ source, root: sha256 }) => ({ source, key: '', sha256 })));
  return { sources, root, faults, firstFaults };
}

interface Counting {
  readonly source: SourceId;
  readonly tree: MerkleTree;
  records: number;
  live: number;
  versions: number;
}

function begin(source: SourceId): Counting {
  return { source, tree: openMerkleTree(), records: 0, live: 0, versions: 0 };
}
