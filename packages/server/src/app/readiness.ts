import { readdir } from 'node:fs/promises';
import { readUnmetered } from '../platform/connect-within.ts';
import { inTime } from '../platform/in-time.ts';
import { schemaVersion } from '../queries/schema-version.ts';
import type { Deps } from './deps.ts';
import { type ReplicaUse, replicaUse } from './replica-use.ts';

export interface ReadinessChecks {
  readonly database: 'ok' | 'unavailable';
  /** `behind`: a migration of this release has not been applied. */
  readonly schema: 'ok' | 'behind' | 'unknown';
  readonly replica: ReplicaUse;
  readonly cache: 'ok' | 'unavailable';
}

/** Probes come from every load balancer and are not limited: they share one reading a second. */
const KEPT_MS = 1_000;
/** Leaves half a second of the two that orchestrators are promised. */
const TIMEOUT_MS = 1_500;
const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Checks the engines and the schema, in less than two seconds and at most once a second. */
export function openReadiness({ databases, redis }: Pick<Deps, 'databases' | 'redis'>): () => Promise<ReadinessChecks> {
  let needed: Promise<string> | null = null;
  let reading: Promise<string | null | undefined> | null = null;
  let last: { readonly at: number; readonly checks: Promise<ReadinessChecks> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= KEPT_MS) last = { at, checks: check() };
    return last.checks;
  };

  async function check(): Promise<ReadinessChecks> {
    needed ??= newestMigration();
    const migration = await needed;
    // A statement on a frozen server ends only when the server is thawed. Until then no second one takes a connection.
    reading ??= readSchema().finally(() => {
      reading = null;
    });
    const result = await inTime(reading, TIMEOUT_MS);
    const found = result === 'late' ? undefined : result;
    return {
      database: found === undefined ? 'unavailable' : 'ok',
      schema: judgeSchema(migration, found),
      replica: replicaUse(databases.replicaState()),
      cache: redis?.available === true ? 'ok' : 'unavailable',
    };
  }

  function readSchema(): Promise<string | null | undefined> {
    return databases
      .within(readUnmetered(AbortSignal.timeout(TIMEOUT_MS)))
      .readWithFallback(schemaVersion)
      .catch(absentOf);
  }
}

/** Everything else costs speed or freshness, never an answer. `excluded` are checks that the caller does not ask for. */
export function isReady({ database, schema }: ReadinessChecks, excluded: ReadonlySet<string>): boolean {
  return (database === 'ok' || excluded.has('database')) && schema !== 'behind';
}

/** A newer schema is fine: the queries of the previous release run on it. Undefined: it could not be read. */
export function judgeSchema(needed: string, found: string | null | undefined): ReadinessChecks['schema'] {
  if (found === undefined) return 'unknown';
  return found !== null && found >= needed ? 'ok' : 'behind';
}

export async function newestMigration(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return names.at(-1)?.slice(0, -'.sql'.length) ?? '';
}

/** A database without our tables answers, and lacks the schema. */
function absentOf(error: unknown): null | undefined {
  return (error as { code?: unknown }).code === UNDEFINED_TABLE ? null : undefined;
}

const UNDEFINED_TABLE = '42P01';
