import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { AGGREGATES } from './aggregates/list.ts';
import { type KeptImpact, unpacked } from './aggregates/rebuild-impact.ts';

/** How many packages depend on each, as the worker counted them. */
export interface Impact {
  readonly computedAt: string;
  /** The state of the dependencies that was counted. */
  readonly snapshot: string | null;
  /** Numbers of attributes, most dependents first. */
  readonly numbers: Uint32Array;
  readonly transitive: Uint32Array;
}

/** Null: none has been computed by this release. The one at hand is handed back where it is still the newest. */
export async function keptImpact(db: Db, atHand: Impact | null): Promise<Impact | null> {
  const { name, version } = AGGREGATES['rebuild-impact'];
  const { rows: when } = await sql<{ computedAt: Date }>`
    select computed_at as "computedAt" from aggregate where name = ${name} and version = ${version}`.execute(db);
  const computedAt = when[0]?.computedAt.toISOString();
  if (computedAt === undefined) return null;
  if (computedAt === atHand?.computedAt) return atHand;
  const { rows } = await sql<{ computedAt: Date; value: KeptImpact }>`
    select computed_at as "computedAt", value from aggregate where name = ${name} and version = ${version}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { snapshot, numbers, transitive } = row.value;
  return {
    computedAt: row.computedAt.toISOString(),
    snapshot,
    numbers: unpacked(numbers),
    transitive: unpacked(transitive),
  };
}
