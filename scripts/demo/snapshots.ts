import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../../packages/server/src/bin/environment.ts';
import { snapshotSettings } from '../../packages/server/src/bin/snapshot-settings.ts';
import { publishSnapshot } from '../../packages/server/src/ingest/snapshots/publish.ts';
import { newSignerKey } from '../../packages/server/src/ingest/snapshots/signer.ts';
import { openDatabases } from '../../packages/server/src/platform/db.ts';
import type { Database } from '../../packages/server/src/store/database.ts';

const LOG = 'demo.invalid/almanac';
const PATIENCE_MS = 120_000;

/** Where a demo publishes: the same folder and key each time, so that a command line which trusts them is not surprised. */
export function snapshotVariables(database: string): {
  readonly SNAPSHOT_FOLDER: string;
  readonly SNAPSHOT_KEY: string;
} {
  const folder = path.join(tmpdir(), `${database}-snapshot`);
  const file = `${folder}.key`;
  if (!existsSync(file)) writeFileSync(file, newSignerKey(LOG), { mode: 0o600 });
  return { SNAPSHOT_FOLDER: folder, SNAPSHOT_KEY: readFileSync(file, 'utf8').trim() };
}

/** Publishes what the store has; the worker goes on from there. */
export async function publishFirst(variables: NodeJS.ProcessEnv): Promise<void> {
  const environment = readEnvironment(variables);
  const settings = await snapshotSettings(environment);
  if (settings === null) return;
  const databases = openDatabases<Database>({
    primaryUrl: environment.DATABASE_URL,
    role: 'almanac_worker',
    applicationName: 'almanac-demo',
    max: 2,
    onError: () => {},
  });
  try {
    const deps = { ...settings, db: databases.primary, now: () => new Date() };
    await publishSnapshot(deps, AbortSignal.timeout(PATIENCE_MS));
  } finally {
    await databases.close();
  }
}
