import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Stopping {
  /** Called before each response: one that is sent while we stop is the last on its connection. */
  beforeSending(response: ServerResponse): void;
}

/**
 * Lets a server that is told to stop come to its end. Node waits then for every connection, and no longer looks at its
 * time limits: a kept-alive connection, a browser's spare one or half a request would delay it until it is killed.
 * Whatever can still be answered has been after `patience` milliseconds.
 */
export function stopping(app: FastifyInstance, patience: number): Stopping {
  const sockets = new Set<Socket>();
  let stops = false;
  let timer: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    stops = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    timer = setTimeout(() => app.server.closeAllConnections(), patience);
    done();
  });
  app.addHook('onClose', () => clearTimeout(timer));

  return {
    beforeSending(response) {
      if (stops) response.setHeader('connection', 'close');
    },
  };
}
