import { Kysely, PostgresDialect } from 'kysely';
import { openPool } from '../../../src/platform/postgres.ts';
import type { Database } from '../../../src/store/database.ts';
import { PROJECTIONS } from '../../../src/store/projections/index.ts';
import { rebuild } from '../../../src/store/projections/rebuild.ts';

/** Rebuilds a projection until it kills itself: `node rebuild-process.ts '<RebuildProcess as JSON>'`. */
export interface RebuildProcess {
  readonly databaseUrl: string;
  readonly projection: string;
  /** As `kill -9`, before so many pages are committed. */
  readonly pages: number;
}

const { databaseUrl, projection, pages } = JSON.parse(process.argv[2] ?? '') as RebuildProcess;
const pool = openPool({ url: databaseUrl, role: 'almanac_worker', applicationName: 'almanac-test', onError: () => {} });
let kept = 0;
const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool }),
  log({ query }) {
    if (query.sql.includes('insert into public.rebuild_progress')) kept += 1;
    if (kept === pages) process.kill(process.pid, 'SIGKILL');
  },
});
const chosen = PROJECTIONS.find(({ name }) => name === projection);
if (chosen !== undefined) await rebuild({ db, now: () => new Date() }, chosen);
await db.destroy();
