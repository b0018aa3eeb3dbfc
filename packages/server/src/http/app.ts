import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { requestCutShort } from '../app/errors.ts';
import type { OnMismatch } from '../app/json/answer-schema.ts';
import { boundConnections } from './admission/connections.ts';
import { bareAnswer } from './errors/broken-request.ts';
import { decorateRequests } from './fastify.ts';
import { endpointAsker } from './mcp/ask-endpoint.ts';
import { MCP_PATH, serveMcp } from './mcp/serve.ts';
import { routeOperation } from './operation.ts';
import type { Page } from './page.ts';
import { serveProbes } from './probes.ts';
import { takeJson } from './request/body-parsers.ts';
import { encodeInnerSlashes } from './request/encode-inner-slashes.ts';
import { requestIds } from './request/request-id.ts';
import { API_PREFIX, type Route } from './route.ts';
import { addNotFound, addPage, addPreflight, addRoute, refuseAddress } from './routing.ts';
import { serverOptions } from './server-options.ts';
import { openShell, type Shell, type ShellOptions } from './shell.ts';
import { serveSnapshots } from './snapshot-files.ts';

interface AppOptions extends ShellOptions {
  readonly pages: readonly Page[];
}

/** A request passes the entrance (authentication, rate limit), the responses cached in memory, and the pipeline. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { deps, settings, routes, pages } = options;
  const requestId = requestIds();
  const app = fastify(
    serverOptions({
      settings,
      requestId,
      rewriteUrl: encodeInnerSlashes(
        API_PREFIX,
        routes.map(({ endpoint }) => endpoint),
      ),
      onFrameworkError: (error, request, reply) => refuseAddress(shell, request, reply, () => error),
    }),
  );
  const shell: Shell = openShell(app, options);
  const { bodies, callers, responder } = shell;

  decorateRequests(app);
  app.addHook('onClose', () => deps.sbom.close());
  app.addHook('preParsing', (request, _reply, payload, done) => done(null, bodies.arriving(request, payload)));
  app.addHook('preValidation', (request, _reply, done) => done(bodies.arrived(request)));
  app.setErrorHandler((error, request, reply) =>
    responder.refuse(request, reply, wasCutShort(request) ? requestCutShort(error) : error),
  );
  // RFC 9110 section 10.1.1 lets us ignore what we do not know; Node would answer 417, unlimited and uncounted.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  takeJson(app);
  boundConnections(app.server, {
    callers,
    trustedProxies: settings.trustedProxies,
    answer: (refusal) => bareAnswer(refusal, requestId({ headers: {} })),
  });

  const operations = routes.map((route) => ({
    route,
    operation: routeOperation(route, mismatchReporter(route, shell, options)),
  }));
  const addresses = [
    ...operations.flatMap(({ route, operation }) => addRoute(app, shell, route, operation)),
    ...pages.map((page) => addPage(app, shell, page)),
    { method: 'POST', url: MCP_PATH },
    ...serveProbes(app, shell, deps),
    ...(deps.snapshot?.folder === undefined ? [] : [serveSnapshots(app, shell, deps.snapshot.folder)]),
  ];
  const ask = endpointAsker({
    ...options,
    execute: shell.execute,
    operationOf: (id) => operations.find(({ route }) => route.endpoint.id === id)?.operation,
  });
  serveMcp(app, shell, { ...deps, ask });
  const closed = routes.flatMap(({ endpoint }) => (endpoint.sameOrigin ? [API_PREFIX + endpoint.path] : []));
  addPreflight(app, shell, new Set([...closed, MCP_PATH]));
  addNotFound(app, shell, addresses);
  return app;
}

/** Counts and logs an answer that breaks its own schema. */
function mismatchReporter(
  { endpoint: { id } }: Route,
  { metrics }: Pick<Shell, 'metrics'>,
  { log }: Pick<AppOptions, 'log'>,
): OnMismatch {
  return ({ issues }) => {
    metrics.mismatch(id);
    log.error({ endpoint: id, issues: issues.slice(0, 3) }, 'response does not match its schema');
  };
}

/** Its sender went away, or was too slow and has been answered on the bare socket. */
function wasCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}
