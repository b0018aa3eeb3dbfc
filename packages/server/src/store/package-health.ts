import type { PackageHealth } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from './database.ts';

const ROWS = 1_000;

/** These take the place of all that were kept before, in one transaction; rows that say the same stay as they are. */
export async function keepHealth(db: Db, packages: readonly PackageHealth[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const names = packages.map((one) => one.package);
    await sql`delete from package_health where attribute not in (select unnest(${names}::text[]))`.execute(trx);
    for (let from = 0; from < packages.length; from += ROWS) {
      const rows = packages.slice(from, from + ROWS).map((health) => {
        const { package: attribute, score, scoreAtBest, known } = health;
        return { attribute, score, at_best: scoreAtBest, known, health };
      });
      await sql`
        insert into package_health (attribute, score, at_best, known, health)
        select attribute, score, at_best, known, health from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as given (attribute text, score numeric, at_best numeric, known numeric, health jsonb)
        on conflict (attribute) do update set score = excluded.score, at_best = excluded.at_best, known = excluded.known,
          health = excluded.health
        where package_health.health <> excluded.health`.execute(trx);
    }
  });
}
