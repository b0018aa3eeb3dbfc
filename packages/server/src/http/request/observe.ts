import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import type { HttpMetrics } from '../metrics.ts';

/** Told of every response once, at the moment it is handed to the socket. */
export type Observe = (request: FastifyRequest, status: number, hit: boolean, quiet?: boolean) => void;

/** Counts every response, and logs the ones worth a line: hits and refusals by limit are counted only, unless the level is `debug`. */
export function observe(log: Logger, metrics: HttpMetrics): Observe {
  return (request, status, hit, quiet = hit || status === 304 || status === 429) => {
    const milliseconds = performance.now() - request.arrivedAt;
    metrics.count(request.routeName, status, hit, milliseconds);
    if (quiet && !log.isLevelEnabled('debug')) return;
    const level = quiet ? 'debug' : status >= 500 ? 'warn' : 'info';
    // Neither the path nor the query: they may contain what their sender should have put into a header.
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
