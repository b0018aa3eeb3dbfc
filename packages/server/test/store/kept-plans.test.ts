import { Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import { openPool } from '../../src/platform/postgres.ts';
import { loadAffected } from '../../src/queries/affected-rows.ts';
import { packagesNamed } from '../../src/queries/packages-named.ts';
import { sourcesByPackage } from '../../src/queries/sources-by-package.ts';
import type { Database, Db } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { explainKeptPlan, type PlanNode, type Statement } from '../support/plans.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';

const ENTRIES = 2_000;
const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const;

it.each<[string, (db: Db) => Promise<unknown>]>([
  [
    'statements',
    async (db) => {
      const packages = await giant(db);
      return loadAffected(db, { packages, sources: SOURCES, at: null, after: 0, limit: 2_000, links: true });
    },
  ],
  [
    'sources',
    async (db) =>
      sourcesByPackage(
        db,
        (await giant(db)).map(({ id }) => id),
        SOURCES,
      ),
  ],
])('a plan that is kept for any values reads the entries of a giant once: %s', async (_, ask) => {
  await using database = await createTestDatabase();
  await using worker = disposable(openTestDatabases(database.url, { role: 'almanac_worker' }));
  await fillGiant(worker.primary, 'giant', ENTRIES);
  const asked: Statement[] = [];
  const pool = openPool({ url: database.url, applicationName: 'test', role: 'almanac_api', max: 1, onError: () => {} });
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  await ask(db);

  const plan = await explainKeptPlan(pool, asked.at(-1) as Statement);
  await db.destroy();

  const nodes = nodesOf(plan);
  // A statement has one record: no table is read more often than it has rows, however the plan loops.
  expect(Math.max(...nodes.map((node) => node['Actual Loops'] * readRows(node)))).toBeLessThanOrEqual(ENTRIES);
  expect(nodes.filter((node) => readOnce(node) >= ENTRIES)).toHaveLength(1);
});

async function giant(db: Db) {
  const { packages } = await packagesNamed(db, [{ name: 'giant', ecosystem: 'npm' }]);
  return packages.flat();
}

/** Rows of a table that were looked at. */
function readOnce(node: PlanNode): number {
  return node['Relation Name'] === 'affected' ? readRows(node) : 0;
}

/** Rows that each loop looked at. */
function readRows(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function disposable<T extends { close(): Promise<void> }>(one: T): T & AsyncDisposable {
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() });
}
