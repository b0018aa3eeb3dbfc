import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracing, type OpenSpan } from '../../platform/tracing.ts';
import type { Observe } from './observe.ts';

/**
 * A span for each request, from its head to the moment at which its answer is handed to the socket. Where traces are not configured nothing is
 * added. `traceparent` is not read: callers are strangers, who would choose what is kept and whose trace it joins.
 */
export function traceRequests(app: FastifyInstance, observe: Observe): Observe {
  const tracing = currentTracing();
  if (tracing === null) return observe;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.open('request', 'server', { 'http.request.method': request.method });
    spans.set(request, span);
    span.within(done);
  });
  return (request, status, hit, quiet) => {
    observe(request, status, hit, quiet);
    spans.get(request)?.end({
      name: request.routeName,
      fields: { 'http.route': request.routeName, 'http.response.status_code': status, 'almanac.cached': hit },
      failed: status >= 500,
    });
  };
}
