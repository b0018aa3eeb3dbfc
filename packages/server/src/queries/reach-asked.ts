import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/**
 * Whether the tracker was asked if a branch contains a pull request: the answer is a record, be it yes or no. Of these pull requests;
 * null: of all.
 */
export async function reachAsked(
  db: Db,
  pulls: readonly number[] | null,
): Promise<(pull: number, branch: string) => boolean> {
  const keys = pulls === null ? ['reach/%'] : pulls.map((pull) => `reach/${pull}/%`);
  const { rows } = await sql<{ key: string }>`
    select key from record where source = ${sourceNumber('nixpkgs')} and key like any(${texts(keys)})`.execute(db);
  const asked = new Set(rows.map(({ key }) => key));
  return (pull, branch) => asked.has(`reach/${pull}/${branch}`);
}
