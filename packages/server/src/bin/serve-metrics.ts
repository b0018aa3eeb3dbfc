import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly url: string;
  readonly server: Server;
}

/** Whether a process without an API can do its work, and why not. */
export interface WorkerReadiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

/**
 * `/metrics`, and `/livez` and `/readyz` for those who watch a process without an API, on a port of its own, which is not for the public.
 * An API is asked at its own port whether it is ready.
 */
export async function serveMetrics(
  registry: Registry,
  { HOST, METRICS_PORT }: { readonly HOST: string; readonly METRICS_PORT?: number | undefined },
  checkReadiness?: () => Promise<WorkerReadiness>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/livez') response.end('{"status":"ok"}');
    else if (request.url === '/readyz' && checkReadiness !== undefined) {
      checkReadiness().then(
        ({ isReady, checks }) => {
          response.statusCode = isReady ? 200 : 503;
          response.end(JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks }));
        },
        () => response.writeHead(500).end(),
      );
    } else {
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  server.listen(METRICS_PORT, HOST);
  await once(server, 'listening');
  return { server, url: `http://${HOST}:${(server.address() as AddressInfo).port}/metrics` };
}
