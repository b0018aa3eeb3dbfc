import type { CoverageRow } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Figures over everything that is stored, as the worker computed them. */
export interface KeptAggregate {
  readonly version: number;
  readonly computedAt: Date;
  readonly basis: unknown;
  /** How the sources stood then. */
  readonly coverage: readonly CoverageRow[];
  readonly value: unknown;
}

export async function keptAggregate(db: Db, name: string): Promise<KeptAggregate | null> {
  const { rows } = await sql<KeptAggregate>`
    select version, computed_at as "computedAt", basis, coverage, value from aggregate where name = ${name}`.execute(
    db,
  );
  return rows[0] ?? null;
}
