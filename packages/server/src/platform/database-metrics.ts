import { Gauge, type Registry } from 'prom-client';
import type { Databases } from './db.ts';

/** Reports this process's view, without queries. */
export function databaseMetrics<T>(
  registry: Registry,
  databases: Pick<Databases<T>, 'connections' | 'replicaState'>,
): void {
  const registers = [registry];
  const pool: Gauge = new Gauge({
    name: 'almanac_database_connections',
    help: 'Connections in use and idle, and requests that wait for one',
    labelNames: ['database', 'state'],
    registers,
    collect() {
      for (const { database, used, idle, waiting } of databases.connections()) {
        pool.set({ database, state: 'used' }, used);
        pool.set({ database, state: 'idle' }, idle);
        pool.set({ database, state: 'waiting' }, waiting);
      }
    },
  });
  const use: Gauge = new Gauge({
    name: 'almanac_replica_used',
    help: 'Whether reads go to the replica (1) or to the primary (0)',
    registers,
    collect: () => use.set(Number(databases.replicaState().use)),
  });
  const lag: Gauge = new Gauge({
    name: 'almanac_replica_lag_seconds',
    help: 'How far the replica is behind',
    registers,
    collect() {
      const { lagMs } = databases.replicaState();
      if (lagMs === null) lag.remove();
      else lag.set(lagMs / 1_000);
    },
  });
}
