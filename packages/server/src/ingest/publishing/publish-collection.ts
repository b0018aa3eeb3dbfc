import type { Publisher } from '@almanac/core/publishing';
import { type AdvisoryDeps, collectionAdvisories } from '../../app/publishing/collection-advisories.ts';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { publishCsaf } from './publish-csaf.ts';
import { publishOsv } from './publish-osv.ts';
import { publishVex } from './publish-vex.ts';

export interface PublishCollectionDeps extends AdvisoryDeps {
  readonly target: SnapshotTarget;
  readonly publisher: Publisher;
}

export interface PublishedCollection {
  readonly advisories: number;
  /** OSV records that are otherwise than before. */
  readonly changed: number;
  readonly withdrawn: number;
  /** Packages in the VEX repository. */
  readonly packages: number;
  readonly csaf: number;
}

/** Publishes what the CVEs of the tracker come to for the collection, as OSV, CSAF and VEX. */
export async function publishCollection(
  deps: PublishCollectionDeps,
  now: Date,
  signal: AbortSignal,
): Promise<PublishedCollection> {
  const { target, publisher } = deps;
  const { advisories, changed, withdrawn } = await publishOsv(
    target,
    publisher,
    collectionAdvisories(deps, signal),
    now,
  );
  signal.throwIfAborted();
  const csaf = await publishCsaf(target, publisher, advisories);
  const packages = await publishVex(target, publisher, advisories);
  await target.settle();
  return { advisories: advisories.length, changed, withdrawn, packages, csaf };
}
