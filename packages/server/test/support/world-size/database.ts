import { migrate } from '../../../src/platform/migrate.ts';
import { createTestDatabase, migrationsDirectory } from '../database.ts';
import { clusterUnavailable, startPostgres } from '../processes/postgres-cluster.ts';

/**
 * What an operator would set on a machine of two processors. Statistics have to be gathered while the tables fill, which
 * servers for short tests leave out: without them the planner takes tables of millions of rows for empty ones.
 */
const DEPLOYED = [
  'fsync=on',
  'autovacuum=on',
  'autovacuum_naptime=15s',
  'shared_buffers=1GB',
  'maintenance_work_mem=256MB',
  'max_wal_size=4GB',
  'wal_writer_delay=200ms',
];

/** A migrated database: on a server of its own where one can be started, else on the one that all tests share. */
export async function startWorldDatabase(ownServer: boolean): Promise<AsyncDisposable & { readonly url: string }> {
  if (!ownServer || clusterUnavailable !== null) return createTestDatabase();
  const server = await startPostgres(DEPLOYED);
  await migrate({ url: server.url, directory: migrationsDirectory });
  return server;
}
