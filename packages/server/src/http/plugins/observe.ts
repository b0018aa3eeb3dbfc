import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import type { HttpMetrics } from '../metrics.ts';

/** Told of every response once, at the moment it is handed to the socket. */
export type Observe = (request: FastifyRequest, status: number, hit: boolean) => void;

/** Counts every response, and logs the ones worth a line: a hit is counted only, unless the level is `debug`. */
export function observe(log: Logger, metrics: HttpMetrics): Observe {
  return (request, status, hit) => {
    const milliseconds = performance.now() - request.arrivedAt;
    metrics.count(request.routeName, status, hit, milliseconds);
    if (hit && !log.isLevelEnabled('debug')) return;
    const level = status >= 500 ? 'warn' : hit || status === 304 || status === 429 ? 'debug' : 'info';
    // Neither the path nor the query: they may hold what their sender should have put into a header.
    log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeName,
        status,
        hit,
        ms: Math.round(milliseconds * 10) / 10,
      },
      'request',
    );
  };
}
