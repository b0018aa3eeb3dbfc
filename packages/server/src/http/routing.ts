import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { goneSignal } from './admission/deadline.ts';
import { type Address, findShadowedAddresses, notFound } from './errors/not-found.ts';
import { respondWithEvents } from './follow.ts';
import { type Operation, pageOperation } from './operation.ts';
import type { Page } from './page.ts';
import { takeJsonOrBytes, takeRawBody } from './request/body-parsers.ts';
import { noteIgnored } from './request/ignored-parameters.ts';
import { neverLimited, sendPreflight } from './request/preflight.ts';
import { API_PREFIX, type Input, type Route } from './route.ts';
import type { Shell } from './shell.ts';

export function addRoute(app: FastifyInstance, shell: Shell, route: Route, operation: Operation<Input>): Address[] {
  const { endpoint, events } = route;
  const { method } = endpoint;
  const path = wildcarded(endpoint);
  const urls = endpoint.atRoot === true ? [API_PREFIX + path, path] : [API_PREFIX + path];
  const enter = shell.entrance.hook(endpoint.rate, `${method} ${endpoint.path}`, endpoint);
  const note = noteIgnored(Object.keys(endpoint.query.shape));
  for (const url of urls) {
    const options: RouteOptions = {
      method,
      url,
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      onRequest: [enter, note, ...(operation.cached ? [fromMemory(shell)] : [])],
      handler: events === undefined ? respond(shell, operation) : respondWithEvents(shell, { ...route, events }),
    };
    if (endpoint.rawBody !== undefined) takeRawBody(app, endpoint.rawBody, options);
    else if (endpoint.readElsewhereAbove !== undefined) takeJsonOrBytes(app, endpoint.readElsewhereAbove, options);
    else app.route(options);
  }
  return urls.map((url) => ({ method, url }));
}

export function addPage(app: FastifyInstance, shell: Shell, page: Page): Address {
  const { path, rate, query } = page;
  app.route({
    method: 'GET',
    url: path,
    onRequest: [shell.entrance.hook(rate, `GET ${path}`), noteIgnored(query), fromMemory(shell)],
    handler: respond(shell, pageOperation(page)),
  });
  return { method: 'GET', url: path };
}

/** OPTIONS on any address. `closed`: those that pages of other origins may not read. */
export function addPreflight(app: FastifyInstance, { entrance, responder }: Shell, closed: ReadonlySet<string>): void {
  app.options('*', { onRequest: neverLimited(entrance.hook('general', 'OPTIONS')) }, (request, reply) => {
    request.sameOrigin = closed.has(request.url.split('?', 1)[0] ?? '');
    responder.sending(request, reply, 204);
    sendPreflight(request, reply);
  });
}

/** In a hook, before a body is read: a handler would come after it, and a body that cannot be read would not be counted. */
export function addNotFound(app: FastifyInstance, shell: Shell, addresses: readonly Address[]): void {
  app.register(async (unknown) => {
    unknown.addHook('onRequest', (request, reply, _done) => {
      refuseAddress(shell, request, reply, () => notFound(addresses, request.method, request.url));
    });
    unknown.setNotFoundHandler(() => {});
    for (const shadowed of findShadowedAddresses(addresses)) {
      if (!app.hasRoute(shadowed)) unknown.route({ ...shadowed, handler: () => {} });
    }
  });
}

/** Refuses a request to no endpoint, which counts like any other. */
export function refuseAddress(
  { entrance, responder }: Shell,
  request: FastifyRequest,
  reply: FastifyReply,
  why: () => Error,
): void {
  entrance.enter(request, { rate: 'general', name: 'none', auth: 'none' }, (error) =>
    responder.refuse(request, reply, error ?? why()),
  );
}

function fromMemory({ cache, responder }: Shell) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const response = cache.peek(request.url);
    if (response === undefined) done();
    else void responder.send(request, reply, { response, hit: true });
  };
}

function respond<I>({ execute, responder }: Shell, operation: Operation<I>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A spelling with ignored parameters is hardly asked for twice: it is not remembered.
    const url = request.ignored === null ? request.url : null;
    const gone = goneSignal(reply.raw);
    await responder.send(request, reply, await execute(operation, { request, raw: request, gone, url }));
  };
}

/** A last parameter that may contain slashes becomes a wildcard: Fastify's `:package` does not match `@scope/name`. */
function wildcarded({ path, wildcardParam }: Route['endpoint']): string {
  // Where more follows, the slashes within are encoded before the address is looked up (encode-inner-slashes.ts).
  if (wildcardParam === undefined || !path.endsWith(`/:${wildcardParam}`)) return path;
  return `${path.slice(0, -wildcardParam.length - 1)}*`;
}
