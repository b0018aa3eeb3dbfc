import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ends with advice where somebody else has a port. */
export async function checkPorts(ports: readonly (string | undefined)[], host: string | undefined): Promise<void> {
  for (const port of ports) {
    const server = createServer();
    try {
      await once(server.listen(Number(port), host ?? '127.0.0.1'), 'listening');
    } catch {
      console.error(`Port ${port} is taken. Another one: PORT=8081 METRICS_PORT=9092 npm run demo`);
      process.exit(1);
    } finally {
      server.close();
    }
  }
}
