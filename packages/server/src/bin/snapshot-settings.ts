import { openFolderTarget } from '../ingest/snapshots/folder-target.ts';
import { openSigner } from '../ingest/snapshots/signer.ts';
import type { SnapshotSettings } from '../ingest/tasks/publish-snapshot.ts';
import type { Environment } from './environment.ts';

/** How snapshots are published; null where no folder is set. */
export function snapshotSettings(environment: Environment): SnapshotSettings | null {
  const { SNAPSHOT_FOLDER: folder, SNAPSHOT_KEY: key, SNAPSHOT_MINUTES: minutes, SNAPSHOT_HOURS: hours } = environment;
  const signer = key === undefined ? null : openSigner(key);
  if (folder === undefined || signer === null) return null;
  return { target: openFolderTarget(folder), signer, minutes, hours };
}
