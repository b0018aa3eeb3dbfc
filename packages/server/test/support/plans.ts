import type { Pool } from '../../src/platform/postgres.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) writes it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A table of so many rows may be read whole. */
const SMALL = 1_000;

/** Rows that were read from tables, those included that a condition then left out. */
export function rowsRead(node: PlanNode): number {
  const own = node['Relation Name'] === undefined ? 0 : readOnce(node) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own);
}

/** Tables that were read from their beginning to their end and are not small. */
export function scannedWhole(node: PlanNode): readonly string[] {
  const own = node['Node Type'] === 'Seq Scan' && readOnce(node) >= SMALL ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedWhole)];
}

function readOnce(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
}

/** As Kysely logs it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs the statement, too. */
export async function planOf(pool: Pool, { sql: text, parameters }: Statement): Promise<PlanNode> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...parameters],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan;
}
