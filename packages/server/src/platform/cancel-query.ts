import { createConnection } from 'node:net';

/** What of a connection its server needs to be told. pg does not declare the last two. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

const CANCEL_REQUEST = 80_877_102;
const GIVE_UP_MS = 2_000;

/**
 * Asks the server to stop what a connection runs: the protocol's CancelRequest, on a socket of its own, which needs neither a login nor a
 * free place in the pool. Nothing is answered; the statement itself fails with 57014 where it was still running.
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
  // A server that cannot be told ends the statement by its own time limit.
  socket.on('error', () => {});
  socket.resume();
  socket.end(request);
}
