import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { IdServiceFacts } from './cve-evidence.ts';

const ID_SERVICE = 2;

/** The last answers of the ID service, for IDs that were requested. */
export async function idServiceAnswers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, IdServiceFacts>> {
  const { rows } = await sql<IdServiceFacts & { key: string }>`
    select key, outcome, state, finished_at::text as "finishedAt" from refresh
    where source = ${ID_SERVICE} and key = any(${ids}::text[]) and outcome is not null`.execute(db);
  return new Map(rows.map(({ key, ...answer }) => [key, answer]));
}
