import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { buildMetrics } from './build-metrics.ts';
import { databaseMetrics } from './database-metrics.ts';
import type { ReplicaState } from './db-replica.ts';

const primary = { database: 'primary', used: 3, idle: 1, waiting: 2 } as const;

it.each<[ReplicaState, readonly string[], readonly string[]]>([
  [{ use: true, reason: 'current', lagMs: 1_500 }, ['almanac_replica_used 1', 'almanac_replica_lag_seconds 1.5'], []],
  [{ use: false, reason: 'unreachable', lagMs: null }, ['almanac_replica_used 0'], ['almanac_replica_lag_seconds ']],
])('tells of a replica that is %j', async (state, shown, absent) => {
  const registry = new Registry();
  databaseMetrics(registry, { connections: () => [primary], replicaState: () => state });

  const lines = (await registry.metrics()).split('\n');

  expect(lines).toEqual(expect.arrayContaining([...shown]));
  expect(lines.filter((line) => absent.some((name) => line.startsWith(name)))).toEqual([]);
  expect(lines).toContain('almanac_database_connections{database="primary",state="waiting"} 2');
});

it('tells which release runs', async () => {
  const registry = new Registry();
  buildMetrics(registry, { version: '1.2.3', commit: null });

  const node = process.versions.node;
  expect(await registry.metrics()).toContain(`almanac_build_info{version="1.2.3",commit="",node="${node}"} 1`);
});
