import type { CoverageRow } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface ComputedAggregate {
  readonly name: string;
  readonly version: number;
  readonly computedAt: Date;
  readonly basis: object;
  readonly coverage: readonly CoverageRow[];
  readonly value: object;
}

/** The value takes the place of the one before; until then that one is served. */
export async function keepAggregate(db: Db, computed: ComputedAggregate): Promise<void> {
  const { name, version, computedAt, basis, coverage, value } = computed;
  await sql`
    insert into aggregate (name, version, computed_at, basis, coverage, value)
    values (${name}, ${version}, ${computedAt}, ${JSON.stringify(basis)}::jsonb, ${JSON.stringify(coverage)}::json,
            ${JSON.stringify(value)}::json)
    on conflict (name) do update set version = excluded.version, computed_at = excluded.computed_at, basis = excluded.basis,
      coverage = excluded.coverage, value = excluded.value`.execute(db);
}
