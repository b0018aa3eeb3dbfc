import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** How many packages depend on each, as the worker keeps it: lists of numbers, packed. */
export interface KeptImpact {
  readonly snapshot: string | null;
  /** Numbers of attributes, most dependents first. */
  readonly numbers: string;
  readonly transitive: string;
}

/** When it was computed by this version of the aggregate; null: it was not. */
export async function impactComputedAt(db: Db, version: number): Promise<string | null> {
  const { rows } = await sql<{ computedAt: Date }>`
    select computed_at as "computedAt" from aggregate
    where name = 'rebuild-impact' and version = ${version}`.execute(db);
  return rows[0]?.computedAt.toISOString() ?? null;
}

export async function keptImpact(
  db: Db,
  version: number,
): Promise<{ readonly computedAt: Date; readonly value: KeptImpact } | null> {
  const { rows } = await sql<{ computedAt: Date; value: KeptImpact }>`
    select computed_at as "computedAt", value from aggregate
    where name = 'rebuild-impact' and version = ${version}`.execute(db);
  return rows[0] ?? null;
}
