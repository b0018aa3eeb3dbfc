import { createConnection } from 'node:net';

/** pg does not declare the last two. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

const CANCEL_REQUEST = 80_877_102;
const GIVE_UP_MS = 2_000;

/**
 * Cancels the connection's current statement with a CancelRequest on a separate socket, which needs neither a login nor
 * a slot in the pool. The server does not reply; the statement fails with 57014 if it was still running.
 */
export function cancelQuery({ host, port, processID, secretKey }: Connection): void {
  if (processID == null || secretKey == null) return;
  const request = Buffer.alloc(16);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection({ host, port });
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
  // If the server cannot be reached, its own statement timeout applies.
  socket.on('error', () => {});
  socket.resume();
  socket.end(request);
}
