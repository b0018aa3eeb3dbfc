import type { PublishedSnapshot } from '../app/published-snapshot.ts';
import { openFolderTarget } from '../ingest/snapshots/folder-target.ts';
import { openSigner, type SnapshotSigner } from '../ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../ingest/snapshots/target.ts';
import type { SnapshotSettings } from '../ingest/tasks/publish-snapshot.ts';
import { dataSelection, type Environment } from './environment.ts';

/** How snapshots are published; null where neither a folder nor a bucket is set. */
export async function snapshotSettings(environment: Environment): Promise<SnapshotSettings | null> {
  const { SNAPSHOT_MINUTES: minutes, SNAPSHOT_HOURS: hours, SNAPSHOT_EVIDENCE_HOURS: evidenceHours } = environment;
  const signer = signerOf(environment);
  const target = await openTarget(environment);
  if (target === null || signer === null) return null;
  return { target, signer, minutes, hours, evidenceHours, selection: dataSelection(environment) };
}

/** Who signs what this deployment publishes; null where no key is set. */
export function signerOf({ SNAPSHOT_KEY: key, SNAPSHOT_PREVIOUS_KEY: previous }: Environment): SnapshotSigner | null {
  return key === undefined ? null : openSigner(key, previous);
}

/**
 * What readers need to read what this deployment publishes; null where its place or its key is not set. The secret is not needed. A folder is
 * served by the API itself where no other address is set.
 */
export function publishedSnapshot(environment: Environment, siteUrl: string): PublishedSnapshot | null {
  const { SNAPSHOT_FOLDER: folder } = environment;
  const url = environment.SNAPSHOT_URL ?? (folder === undefined ? undefined : `${siteUrl}/snapshot`);
  const verifierKey = environment.SNAPSHOT_VERIFIER ?? signerOf(environment)?.verifierKey;
  return url === undefined || verifierKey === undefined ? null : { url, verifierKey, folder };
}

async function openTarget({
  SNAPSHOT_FOLDER,
  SNAPSHOT_BUCKET,
  SNAPSHOT_S3_URL,
}: Environment): Promise<SnapshotTarget | null> {
  if (SNAPSHOT_FOLDER !== undefined) return openFolderTarget(SNAPSHOT_FOLDER);
  if (SNAPSHOT_BUCKET === undefined) return null;
  const [bucket = '', ...prefix] = SNAPSHOT_BUCKET.split('/');
  // Loading Amazon's client takes a second and 36 MB: only who needs it pays.
  const { openBucketTarget } = await import('../ingest/snapshots/bucket-target.ts');
  return openBucketTarget({ bucket, endpoint: SNAPSHOT_S3_URL, prefix: prefix.join('/') });
}
