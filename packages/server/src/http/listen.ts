import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections that may wait to be accepted, at each door. The system drops what is beyond, and whoever was dropped tries again after one, three and
 * seven seconds: eight addresses that open two hundred connections each would shut out everybody else. The system has a bound of its own,
 * `net.core.somaxconn`.
 */
const BACKLOG = 4_096;

/**
 * Sockets that listen at the same address. Of each, Node accepts one connection in a round of its event loop. With a single one, a loop that takes
 * ten milliseconds for a round accepts a hundred a second, and whoever opens more than that makes everybody else wait.
 */
const DOORS = 64;

/** Elsewhere a second socket either cannot have the same address or is given nothing. */
const HAS_DOORS = process.platform === 'linux';

/** Tells the address. Call it after all other hooks were added: what closes with the app is closed in reverse order, and doors have to be first. */
export async function listenAt(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  const doors: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', (done) => {
    closed = Promise.all(doors.map((door) => once(door.close(), 'close')));
    done();
  });
  // Node's server waits for the connections of its own socket alone.
  app.addHook('onClose', () => closed);
  const at = { host, port: await freePort(host, port), backlog: BACKLOG, reusePort: HAS_DOORS };
  const url = await app.listen(at);
  // A name can have several addresses, and Fastify listens at all of them.
  const { address } = app.server.address() as AddressInfo;
  for (let i = 1; HAS_DOORS && i < DOORS; i += 1) {
    doors.push(await openDoor({ ...at, host: address }, (socket) => app.server.emit('connection', socket)));
  }
  return url;
}

/** Fails where another process listens: sockets that share an address would hide it, and each process would get a part of the callers. */
async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return free;
}

/** With the options that Node's HTTP server has for its own connections. */
async function openDoor(at: ListenOptions, take: (socket: Socket) => void): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, take).listen(at);
  await once(door, 'listening');
  return door;
}
