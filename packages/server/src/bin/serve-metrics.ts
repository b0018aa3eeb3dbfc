import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly url: string;
  readonly server: Server;
}

/** `/metrics`, and `/livez` for who watches a process without an API, on a port of its own, which is not for the public. */
export async function serveMetrics(
  registry: Registry,
  { HOST, METRICS_PORT }: { readonly HOST: string; readonly METRICS_PORT?: number | undefined },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url === '/livez') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
      return;
    }
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(METRICS_PORT, HOST);
  await once(server, 'listening');
  return { server, url: `http://${HOST}:${(server.address() as AddressInfo).port}/metrics` };
}
