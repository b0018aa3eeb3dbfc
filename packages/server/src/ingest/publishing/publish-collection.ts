import type { SourceId } from '@almanac/contract';
import type { Publisher } from '@almanac/core/publishing';
import { type AdvisoryDeps, collectionAdvisories } from '../../app/publishing/collection-advisories.ts';
import { coverageRows } from '../../app/sources/source-states.ts';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { publishCsaf } from './publish-csaf.ts';
import { publishOsv } from './publish-osv.ts';
import { publishVex } from './publish-vex.ts';

export interface PublishCollectionDeps extends AdvisoryDeps {
  readonly target: SnapshotTarget;
  readonly publisher: Publisher;
}

/** Sources that say which CVEs there are statements about. */
const NEEDED = ['nixpkgs', 'packages'] as const satisfies readonly SourceId[];

/** A source without which every record would be withdrawn has never been read. */
export class NotReadYet extends Error {
  override readonly name = 'NotReadYet';

  constructor(sources: readonly SourceId[]) {
    super(`Nothing is published before ${sources.join(' and ')} were read`);
  }
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

/** Publishes what the CVEs of the tracker come to for the collection, as OSV, CSAF and VEX. Throws `NotReadYet`. */
export async function publishCollection(
  deps: PublishCollectionDeps,
  now: Date,
  signal: AbortSignal,
): Promise<PublishedCollection> {
  const { target, publisher, sourceStates } = deps;
  const states = await coverageRows(sourceStates, null);
  const unread = NEEDED.filter((id) => (states.get(id)?.checkedAt ?? null) === null);
  if (unread.length > 0) throw new NotReadYet(unread);
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
