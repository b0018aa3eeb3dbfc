import pg from 'pg';
import { textArray } from '../../src/platform/array-text.ts';
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

/**
 * Lists the tables that were read from their beginning to their end and are not small. An index is walked whole where nearly
 * everything in it is thrown away again.
 */
export function scannedWhole(node: PlanNode): readonly string[] {
  const isWalked = readOnce(node) >= SMALL && node['Actual Rows'] * 10 < readOnce(node);
  const isScanned = node['Node Type'] === 'Seq Scan' ? readOnce(node) >= SMALL : isWalked;
  const own = node['Relation Name'] !== undefined && isScanned ? [node['Relation Name']] : [];
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

const EXPLAIN = 'explain (analyze, timing off, format json)';

/** Runs the statement and returns the plan that PostgreSQL chose for these values. */
export async function planOf(pool: Pool, { sql: text, parameters }: Statement): Promise<PlanNode> {
  return toPlan(await pool.query<ExplainRow>(`${EXPLAIN} ${text}`, [...parameters]));
}

/** Runs the statement and returns the plan that a prepared statement keeps for any values. */
export async function explainKeptPlan(pool: Pool, { sql: text, parameters }: Statement): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare kept as ${text}`);
    const values = parameters.map((value) => (value === null ? 'null' : pg.escapeLiteral(toParameter(value))));
    return toPlan(
      await client.query<ExplainRow>(`${EXPLAIN} execute kept ${values.length === 0 ? '' : `(${values.join(', ')})`}`),
    );
  } finally {
    // A plan mode belongs to the connection.
    client.release(true);
  }
}

function toParameter(value: unknown): string {
  if (Array.isArray(value)) return textArray(value.map(String));
  return value instanceof Date ? value.toISOString() : String(value);
}

interface ExplainRow {
  readonly 'QUERY PLAN': [{ Plan: PlanNode }];
}

function toPlan({ rows: [row] }: { readonly rows: readonly ExplainRow[] }): PlanNode {
  if (row === undefined) throw new Error('no plan');
  return row['QUERY PLAN'][0].Plan;
}
