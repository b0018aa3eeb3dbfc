import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import { answerBrokenRequest } from './errors/broken-request.ts';
import { MAX_PARAMETER } from './errors/to-api-error.ts';
import type { RequestIds } from './request/request-id.ts';
import type { HttpSettings } from './settings.ts';

export function serverOptions({
  settings: { timeouts, trustedProxies, bodyLimit },
  requestId,
  rewriteUrl,
  onFrameworkError,
}: {
  settings: HttpSettings;
  requestId: RequestIds;
  rewriteUrl: (request: { readonly url?: string | undefined }) => string;
  onFrameworkError: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}): FastifyHttpOptions<Server> {
  return {
    logger: false, // Fastify would make a child logger and two listeners for each request; `observe` does its work
    genReqId: requestId,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    rewriteUrl,
    return503OnClosing: false, // what arrives on an open connection while we stop is still answered
    // All of Fastify's own time limits are off unless set; without them a slow sender occupies its connection for ever.
    connectionTimeout: timeouts.connectionMs,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      // Node looks at its time limits only so often, every 30 s by default.
      connectionsCheckingInterval: Math.ceil(Math.min(timeouts.headersMs, timeouts.requestMs) / 5),
      maxHeaderSize: 16_384,
      requireHostHeader: false, // Node would answer in a form of its own; `refusalOfHead` looks for it
    },
    frameworkErrors: onFrameworkError,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, requestId({ headers: {} })),
  };
}
