import { sql } from 'kysely';
import { cveIdsAfter } from '../../../src/queries/cve-ids-after.ts';
import type { Db } from '../../../src/store/database.ts';
import { openTwoPaths } from '../cve-bodies.ts';
import { NOW } from '../worlds/package-world.ts';

export interface ComparedBodies {
  readonly compared: number;
  readonly bodies: number;
  readonly differences: readonly string[];
  /** That filling took. */
  readonly seconds: number;
  /** Of all columns, and of the whole table with its index. */
  readonly bytes: { readonly perBody: number; readonly table: number };
}

/** Fills bodies, and asks both ways for the lookups of up to `most` CVEs. */
export async function compareBodies(
  db: Db,
  databaseUrl: string,
  most: number,
  encodings?: readonly string[],
): Promise<ComparedBodies> {
  await using paths = await openTwoPaths(db, databaseUrl, () => NOW.getTime());
  const startedAt = performance.now();
  await paths.fill(true);
  const seconds = (performance.now() - startedAt) / 1000;
  const ids = await cveIdsAfter(db, 'CVE-', most);
  const differences: string[] = [];
  for (const id of ids) {
    const difference = await paths.difference(id, encodings);
    if (difference !== null) differences.push(`${id}: ${difference}`);
  }
  const { rows } = await sql<{ bodies: number; perBody: number; table: number }>`
    select count(*)::integer as bodies, coalesce(avg(pg_column_size(cve_body.*)), 0)::integer as "perBody",
           pg_total_relation_size('cve_body')::integer as table from cve_body`.execute(db);
  const { bodies = 0, perBody = 0, table = 0 } = rows[0] ?? {};
  return { compared: ids.length, bodies, differences, seconds, bytes: { perBody, table } };
}
