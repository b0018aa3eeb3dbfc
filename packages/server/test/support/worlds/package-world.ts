import type { SourceId } from '@almanac/contract';
import type { Route } from '../../../src/http/route.ts';
import { sourceNumber } from '../../../src/projections/version.ts';
import type { Db } from '../../../src/store/database.ts';
import { type TestApp, type TestAppOptions, testApp } from '../app.ts';
import { createTestDatabase, openTestDatabases } from '../database.ts';
import { type ProjectionStore, projectionStore } from './projection-store.ts';

/** What the clock of an app under test says. */
export const NOW = new Date('2026-11-15T08:00:00.000Z');
/** When the records were observed. */
export const SEEN = new Date('2026-11-01T00:00:00.000Z');

export interface PackageApp extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly app: TestApp;
  readonly db: Db;
  readonly store: ProjectionStore;
}

/** Answers about packages over a database of their own. */
export async function openPackageApp(
  routes: readonly Route[],
  fill: (store: ProjectionStore, db: Db) => Promise<unknown>,
  options: TestAppOptions = {},
): Promise<PackageApp> {
  const database = await createTestDatabase();
  const { primary: db, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  const store = projectionStore(db);
  await fill(store, db);
  const app = await testApp({ routes, databaseUrl: database.url, ...options });
  return {
    databaseUrl: database.url,
    app,
    db,
    store,
    async [Symbol.asyncDispose]() {
      await app.close();
      await close();
      await database.close();
    },
  };
}

/** As if a worker had read the whole source then. */
export async function wasRead(
  db: Db,
  source: SourceId,
  { at = NOW, state = 'ok' }: { readonly at?: Date; readonly state?: 'ok' | 'failed' } = {},
): Promise<void> {
  await db
    .insertInto('run')
    .values({ source: sourceNumber(source), channel: 'delta', state, started_at: at, finished_at: at, live: 1 })
    .execute();
}

interface MadeAffected {
  readonly ecosystem: string;
  readonly name: string;
  readonly fixed?: string;
  readonly introduced?: string;
  readonly versions?: readonly string[];
}

/** A record of OSV that speaks of these packages. */
export function osvSays(id: string, affected: readonly MadeAffected[], more: object = {}): object {
  return {
    id,
    modified: '2026-10-01T12:00:00Z',
    published: '2026-09-01T12:00:00Z',
    summary: `Of ${id}`,
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
    affected: affected.map(({ ecosystem, name, fixed, introduced = '0', versions }) => ({
      package: { ecosystem, name },
      ranges:
        fixed === undefined
          ? []
          : [{ type: ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM', events: [{ introduced }, { fixed }] }],
      ...(versions === undefined ? {} : { versions }),
    })),
    references: [],
    ...more,
  };
}

/** By their ids. */
export function byId(...records: object[]): Record<string, unknown> {
  return Object.fromEntries(records.map((record) => [(record as { id: string }).id, record]));
}
