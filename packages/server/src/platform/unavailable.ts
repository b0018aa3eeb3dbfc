import { isConnectionLost } from './postgres-errors.ts';

/**
 * Whether an error means "the database could not be asked", as opposed to "the question was wrong".
 * The caller then hears 503 and never a false "not found".
 */
export function isStorageUnavailable(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    if (isConnectionLost(e)) return true;
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (SERVER_CLASSES.has(code.slice(0, 2)) || code === READ_ONLY) return true;
  }
  return false;
}

/** SQLSTATE classes. 53: out of connections, memory or disk; 57: operator intervention, the statement timeout among them. */
const SERVER_CLASSES = new Set(['53', '57']);

/** A primary that has become a replica. */
const READ_ONLY = '25006';
