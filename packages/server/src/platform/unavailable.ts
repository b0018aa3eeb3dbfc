import { isConnectionLost } from './postgres-errors.ts';

/**
 * Distinguishes "the database is unavailable" from "the query is wrong", so that callers get 503 instead of a false
 * "not found".
 */
export function isStorageUnavailable(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    if (isConnectionLost(e)) return true;
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (SERVER_CLASSES.has(code.slice(0, 2)) || code === READ_ONLY) return true;
  }
  return false;
}

/**
 * SQLSTATE classes 53 (out of connections, memory or disk) and 57 (operator intervention, such as a statement timeout).
 */
const SERVER_CLASSES = new Set(['53', '57']);

/** A primary has become a replica. */
const READ_ONLY = '25006';
