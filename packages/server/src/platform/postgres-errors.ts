/** The server was not reached, or the connection broke. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Shutdown by administrator, crash, "cannot connect now", and a standby cancelling a query to continue replaying. */
const SERVER_CODES = new Set(['57P01', '57P02', '57P03', '40001']);

/** pg raises these without a code. */
const MESSAGES = ['Connection terminated', 'timeout exceeded when trying to connect', 'Query read timeout'];

/** The server is away, or refuses us (login, password, database, role, encryption). */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';

  constructor(cause: unknown) {
    super('no connection to the database could be opened', { cause });
  }
}

/** Reports whether the same read may work on another server. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConnectionRefused) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Class 08: connection exception.
  if (SOCKET_CODES.has(code) || SERVER_CODES.has(code) || code.startsWith('08')) return true;
  return MESSAGES.some((message) => error.message.includes(message));
}
