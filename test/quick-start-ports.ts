import { type AddressInfo, createServer } from 'node:net';

/** One for the API, and one for its metrics with another behind it for the worker's. */
export async function freePorts(): Promise<readonly [port: number, metrics: number]> {
  for (;;) {
    const [port, metrics] = [await freePort(), await freePort()];
    if (port === null || metrics === null || port === metrics + 1) continue;
    if ((await freePort(metrics + 1)) !== null) return [port, metrics];
  }
}

async function freePort(wanted = 0): Promise<number | null> {
  const server = createServer();
  const listens = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (!(await listens)) return null;
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
