import { Kysely, PostgresDialect } from 'kysely';
import { fillCveBodies } from '../../../src/ingest/fill-cve-bodies.ts';
import { openPool } from '../../../src/platform/postgres.ts';
import type { Database } from '../../../src/store/database.ts';

/** Makes bodies of CVEs until it kills itself: `node bodies-process.ts '<BodiesProcess as JSON>'`. */
export interface BodiesProcess {
  readonly databaseUrl: string;
  readonly release: string;
  /** As `kill -9`, once it has sent so many statements. */
  readonly statements: number;
}

const { databaseUrl, release, statements } = JSON.parse(process.argv[2] ?? '') as BodiesProcess;
const pool = openPool({ url: databaseUrl, role: 'almanac_worker', applicationName: 'almanac-test', onError: () => {} });
let sent = 0;
const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool }),
  log() {
    sent += 1;
    if (sent === statements) process.kill(process.pid, 'SIGKILL');
  },
});
await fillCveBodies({ db, now: () => new Date(), release }, AbortSignal.timeout(60_000));
await db.destroy();
