import type { FreshnessStatement } from '@almanac/contract';
import { type Freshness, readFreshness } from '@almanac/core/freshness';
import { freshnessStatements } from '../../queries/freshness-statements.ts';
import type { Db } from '../../store/database.ts';
import type { KeptStatement } from '../../store/freshness.ts';

/** The statements that were made before an instant, the newest first, and where the next page begins. */
export async function readStatements(db: Db, before: Date | null, limit: number) {
  const kept = await freshnessStatements(db, before, limit + 1);
  const statements = kept.slice(0, limit).map(shown);
  return { statements, next: kept.length > limit ? (statements.at(-1)?.at ?? null) : null };
}

function shown({ statement, signature, changes }: KeptStatement): FreshnessStatement {
  const read = statementOf(statement);
  const note = signature === null ? null : `${statement}\n${signature}`;
  // As the worker wrote it; the answer is checked against the contract by the tests.
  return { ...read, changes: [...changes], note } as FreshnessStatement;
}

/** What we have kept ourselves. */
export function statementOf(text: string): Freshness {
  const read = readFreshness(text);
  if (read === null) throw new Error('a stored freshness statement cannot be parsed');
  return read;
}
