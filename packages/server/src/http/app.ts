import { deprecationHeaders, type Endpoint, type RateClass } from '@almanac/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { openKeyRing } from '../app/access/key-ring.ts';
import type { Context } from '../app/context.ts';
import { type Deps, depsWithin } from '../app/deps.ts';
import {
  ApiError,
  hostMissing,
  hostRepeated,
  overloaded,
  requestCutShort,
  routeUnknown,
  uriTooLong,
} from '../app/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { computeAnswer } from './answers/compute.ts';
import type { Finished } from './answers/finished.ts';
import { type Flowing, sendFlowing } from './answers/flowing.ts';
import { keyOf, pageKey } from './answers/key.ts';
import { bodyOf, sendAnswer } from './answers/send.ts';
import { answerStore } from './answers/store.ts';
import { type RawInput, readInput, readVisit } from './input.ts';
import { type Caller, callerFrom } from './limits/caller.ts';
import { callerBudgets } from './limits/caller-budgets.ts';
import { heavyPlaces } from './limits/heavy-places.ts';
import { limiter } from './limits/limiter.ts';
import { MCP_PATH, serveMcp } from './mcp/serve.ts';
import { httpMetrics } from './metrics.ts';
import type { Page } from './page.ts';
import { bodies } from './plugins/bodies.ts';
import { takeDocument, takeJson, takeUnread } from './plugins/body-parsers.ts';
import { boundConnections } from './plugins/connections.ts';
import { withDeadline, withoutDeadline } from './plugins/deadline.ts';
import {
  answerBrokenRequest,
  asApiError,
  bareAnswer,
  errorBody,
  logFault,
  MAX_PARAMETER,
  MAX_URL,
  sendError,
  wrongMediaType,
} from './plugins/errors.ts';
import { goneSignal } from './plugins/gone.ts';
import { noteIgnored } from './plugins/ignored-parameters.ts';
import { identification } from './plugins/keys.ts';
import { type Address, notFound } from './plugins/not-found.ts';
import { observe } from './plugins/observe.ts';
import { plainSlashes } from './plugins/plain-slashes.ts';
import { neverLimited, sendPreflight } from './plugins/preflight.ts';
import { rateLimit } from './plugins/rate-limit.ts';
import { requestIds } from './plugins/request-id.ts';
import { admission, type Slot } from './plugins/shedding.ts';
import { stopping } from './plugins/stopping.ts';
import { serveProbes } from './probes.ts';
import type { Input, Route } from './route.ts';
import type { HttpSettings } from './settings.ts';
import './fastify.ts';

export const API_PREFIX = '/api/v1';

export interface AppOptions {
  readonly deps: Deps;
  readonly settings: HttpSettings;
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  readonly registry: Registry;
  readonly log: Logger;
}

/** The way of a request: who calls, limit, kept answer, input by contract, shared answer, computation, bytes. */
export function buildApp({ deps, settings, routes, pages, registry, log }: AppOptions): FastifyInstance {
  const { now, redis } = deps;
  const { timeouts } = settings;
  const requestId = requestIds();
  const app = fastify({
    logger: false, // Fastify would make a child logger and two listeners for each request; `observe` does its work
    genReqId: requestId,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    bodyLimit: settings.bodyLimit,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    rewriteUrl: plainSlashes(
      API_PREFIX,
      routes.map(({ endpoint }) => endpoint),
    ),
    return503OnClosing: false, // what arrives on an open connection while we stop is still answered
    // All of Fastify's own time limits are off unless set; without them a slow sender holds its connection for ever.
    connectionTimeout: timeouts.connectionMs,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      // Node looks at its time limits only so often, every 30 s by default.
      connectionsCheckingInterval: Math.ceil(Math.min(timeouts.headersMs, timeouts.requestMs) / 5),
      maxHeaderSize: 16_384,
      requireHostHeader: false, // Node would answer in a form of its own; `unreadable` asks for it
    },
    frameworkErrors: (error, request, reply) => refuseAddress(request, reply, () => error),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, requestId({ headers: {} })),
  });
  const gate = admission({ ...settings, onRefused: (refused) => log.warn({ refused }, 'overloaded') });
  const stop = stopping(app, settings.deadlineMs + 500);
  const store = answerStore({
    redis,
    prefix: settings.redisPrefix,
    release: deps.build.version,
    maxBytes: settings.cacheBytes,
    now,
    mayServeStale: (error) => asApiError(error, settings.bodyLimit).status === 503,
  });
  const metrics = httpMetrics(
    registry,
    {
      cacheBytes: () => store.bytes,
      computing: () => gate.computing,
      overdue: () => gate.overdue,
      bodyBytes: () => received.bytes,
      redisAvailable: () => redis?.available ?? false,
      callers: () => limits.callers,
    },
    areasOf(routes),
  );
  const observed = observe(log, metrics);
  const limits = limiter(settings.limitAcrossProcesses ? redis : null, settings.redisPrefix, now);
  const budgets = rateLimit({ limiter: limits, networks: limiter(null, '', now), rates: settings.rates, now });
  const callers = callerBudgets(settings.callerBudgets, now);
  const heavy = heavyPlaces();
  const received = bodies({ callers, maxBytes: settings.bodyBudget, maxDocuments: settings.maxDocuments });
  const ring = openKeyRing({
    databases: deps.databases,
    now,
    // Whoever sends a key may have one: the places for them are open to its look-up.
    admit: (work) => gate.admit(() => withoutDeadline(work), true),
  });
  const identify = identification({
    ring,
    lookups: limiter(null, '', now),
    now,
  });
  const addresses: Address[] = [];
  const closed = new Set(routes.flatMap(({ endpoint }) => (endpoint.sameOrigin ? [API_PREFIX + endpoint.path] : [])));

  app.decorateRequest('budget', null);
  app.decorateRequest('account', null);
  app.decorateRequest('sameOrigin', false);
  app.decorateRequest('ignored', null);
  app.decorateRequest('deprecation', null);
  app.decorateRequest('bodyUse', null);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('routeName', '');
  app.addHook('onClose', async () => {
    gate.close();
    await deps.sbom.close();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => done(null, received.arriving(request, payload)));
  app.setErrorHandler((error, request, reply) =>
    refuse(request, reply, cutShort(request) ? requestCutShort(error) : error),
  );
  // RFC 9110 section 10.1.1 lets us pass over what we do not know; Node would answer 417, unlimited and uncounted.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  takeJson(app);
  boundConnections(app.server, {
    callers,
    trustedProxies: settings.trustedProxies,
    answer: (refusal) => bareAnswer(refusal, requestId({ headers: {} })),
  });
  for (const route of routes) addRoute(route);
  for (const page of pages) addPage(page);
  addMcp();
  addresses.push(...serveProbes(app, { deps, sending: sendingProbe }));
  app.options('*', { onRequest: neverLimited(entrance('general', 'OPTIONS')) }, (request, reply) => {
    stop.beforeSending(reply.raw);
    request.sameOrigin = closed.has(request.url.split('?', 1)[0] ?? '');
    sendPreflight(request, reply);
    observed(request, 204, false);
  });
  // In a hook, before a body is read: a handler would come after it, and a body that cannot be read would not be counted.
  app.register(async (unknown) => {
    unknown.addHook('onRequest', (request, reply, _done) => {
      refuseAddress(request, reply, () => notFound(addresses, request.method, request.url));
    });
    unknown.setNotFoundHandler(() => {});
  });
  return app;

  function sendingProbe(request: FastifyRequest, reply: FastifyReply, status: number): void {
    stop.beforeSending(reply.raw);
    observed(request, status, false, status === 200);
  }

  /** First of everything, for whatever address: a cache that answered before the limiter would answer without limit. */
  function enter(request: FastifyRequest, { rate, name, auth }: Entry, next: (error?: Error) => void): void {
    request.arrivedAt = performance.now();
    request.routeName = name;
    identify(request, auth, (refusal) => budgets.take(request, rate, (error) => next(error ?? refusal)));
  }

  function entrance(rate: RateClass, name: string, { auth, sameOrigin, document, deprecation }: Entered = OPEN) {
    const ending = deprecation === undefined ? null : deprecationHeaders(deprecation, deps.baseUrl);
    return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      request.sameOrigin = sameOrigin === true;
      request.deprecation = ending;
      enter(request, { rate, name, auth }, (error) =>
        done(error ?? unreadable(request) ?? received.announced(request, reply, document)),
      );
    };
  }

  function refuseAddress(request: FastifyRequest, reply: FastifyReply, why: () => Error): void {
    enter(request, { rate: 'general', name: 'none', auth: 'none' }, (error) => refuse(request, reply, error ?? why()));
  }

  function fromMemory(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = store.peek(request.url);
    if (answer === undefined) done();
    else send(request, reply, answer, true);
  }

  function addRoute(route: Route): void {
    const { endpoint } = route;
    const { method } = endpoint;
    const path = wildcarded(endpoint);
    const cached = isCached(endpoint);
    const enterHere = entrance(endpoint.rate, `${method} ${endpoint.path}`, endpoint);
    const noteUnknown = noteIgnored(Object.keys(endpoint.query.shape));
    for (const url of endpoint.atRoot === true ? [API_PREFIX + path, path] : [API_PREFIX + path]) {
      addresses.push({ method, url });
      const options: RouteOptions = {
        method,
        url,
        ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
        onRequest: [enterHere, noteUnknown, ...(cached ? [fromMemory] : [])],
        handler: async (request, reply) => {
          const input = readInput(endpoint, request);
          const extra = route.extra(input);
          if (extra !== null && extra.weight > 0) await budgets.takeExtra(request, extra.rate, extra.weight);
          const compute = computing(request, route, input);
          const gone = goneSignal(reply.raw);
          if (cached) return answer(request, reply, keyOf(endpoint, input), (own) => compute(own).then(kept));
          send(request, reply, await admitted(request, gone, compute, route.ownLimit), false);
        },
      };
      if (endpoint.document !== undefined) takeDocument(app, endpoint.document, options);
      else if (endpoint.readElsewhereAbove !== undefined) takeUnread(app, endpoint.readElsewhereAbove, options);
      else app.route(options);
    }
  }

  function computing(request: FastifyRequest, route: Route, input: Input): Work<Finished | Flowing> {
    const { endpoint } = route;
    return (own) => computeAnswer(own.deps, route, input, contextOf(own, request, endpoint.rate), mismatchOf(endpoint));
  }

  function mismatchOf({ id }: Endpoint) {
    return ({ issues }: z.ZodError): void => {
      metrics.mismatch(id);
      log.error({ endpoint: id, issues: issues.slice(0, 3) }, 'answer breaks its schema');
    };
  }

  function addMcp(): void {
    const { siteUrl, baseUrl, build } = deps;
    addresses.push({ method: 'POST', url: MCP_PATH });
    closed.add(MCP_PATH);
    serveMcp(app, {
      siteUrl,
      baseUrl,
      version: build.version,
      entrance: entrance('general', `POST ${MCP_PATH}`, { auth: 'none', sameOrigin: true }),
      ask: askWithin,
      charge: (request) => budgets.takeExtra(request, 'general', 1),
      refuse,
      sending(request, reply, status) {
        stop.beforeSending(reply.raw);
        observed(request, status, false);
      },
    });
  }

  /** What an endpoint would answer to this caller over the network. */
  async function askWithin(
    request: FastifyRequest,
    gone: AbortSignal,
    { id, path }: Endpoint,
    raw: RawInput,
  ): Promise<string> {
    const route = routes.find(({ endpoint }) => endpoint.id === id);
    if (route === undefined) throw routeUnknown(path);
    try {
      const { endpoint } = route;
      const input = readInput(endpoint, raw);
      const extra = route.extra(input);
      if (extra !== null && extra.weight > 0) await budgets.takeExtra(request, extra.rate, extra.weight);
      const compute: Work<Finished> = (own) => computing(request, route, input)(own).then(kept);
      const key = keyOf(endpoint, input);
      const finished = isCached(endpoint)
        ? (await resolved(request, gone, `${MCP_PATH} ${key}`, key, compute)).answer
        : await admitted(request, gone, compute);
      return bodyOf(finished, false, now()).toString();
    } catch (error) {
      const known = asApiError(error, settings.bodyLimit);
      if (known.status >= 500 && !known.quiet) logFault(log, request, known);
      throw known;
    }
  }

  function addPage(page: Page): void {
    const { path, rate, render } = page;
    addresses.push({ method: 'GET', url: path });
    app.route({
      method: 'GET',
      url: path,
      onRequest: [entrance(rate, `GET ${path}`), noteIgnored(page.query), fromMemory],
      handler: (request, reply) => {
        const visit = readVisit(page, request);
        return answer(request, reply, pageKey(page, visit), (own) =>
          render(own.deps, visit, contextOf(own, request, rate)),
        );
      },
    });
  }

  function contextOf({ signal, slot, caller }: Own, request: FastifyRequest, rate: RateClass): Context {
    return {
      signal,
      busy: isBusy(),
      keyed: caller.keyed,
      rates: settings.rates,
      charge: async (weight) => (weight > 0 ? budgets.takeExtra(request, rate, weight) : undefined),
      spendFetch: () => callers.spend('liveFetches', caller, 1),
      waiting: (wait) => slot.whileFree(wait),
      keyReplaced: (account) => ring.forget(account),
    };
  }

  function isBusy(): boolean {
    return gate.computing > settings.maxComputing / 2;
  }

  /** Computes within the budgets of the caller and of the process. Both get back their place when the work has really ended. */
  async function admitted<T>(request: FastifyRequest, gone: AbortSignal, work: Work<T>, ownLimit = false): Promise<T> {
    const caller = callerFrom(request);
    callers.spend('entries', caller, 0);
    const leave = callers.enter('computing', caller, isBusy() ? BUSY_SHARE : 1);
    const evaluated = (entries: number) => callers.settle('entries', caller, entries);
    let begun = false;
    try {
      return await gate.admit((slot) => {
        begun = true;
        const counted = (signal: AbortSignal) => {
          const reading = heavy.open(caller, signal, (wait) => slot.whileFree(wait));
          const reader = {
            signal,
            place: () => reading.place(),
            hasRead: (rows: number) => reading.hasRead(rows),
          };
          const own = { ...depsWithin(deps, reader), evaluated };
          return work({ deps: own, signal, slot, caller }).finally(() => {
            reading.end();
            leave();
          });
        };
        return ownLimit ? withoutDeadline(() => counted(gone)) : withDeadline(settings.deadlineMs, counted, gone);
      }, caller.keyed);
    } finally {
      if (!begun) leave();
    }
  }

  /** The kept or computed answer. Who waits for another's computation is not refused by the other's budget. */
  async function resolved(
    request: FastifyRequest,
    gone: AbortSignal,
    url: string | null,
    key: string,
    work: Work<Finished>,
  ) {
    for (let tries = 1; ; tries += 1) {
      let own = false;
      const compute = (allGone: AbortSignal) => {
        own = true;
        return admitted(request, allGone, work);
      };
      try {
        return await store.resolve(url, key, compute, gone);
      } catch (error) {
        const ofAnother = !own && error instanceof ApiError && error.details?.scope === 'caller';
        if (!ofAnother) throw error;
        if (tries === MOST_TRIES) throw overloaded();
      }
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    work: Work<Finished>,
  ): Promise<void> {
    // A spelling with parameters in vain is hardly asked for twice: it is not remembered.
    const url = request.ignored === null ? request.url : null;
    const found = await resolved(request, goneSignal(reply.raw), url, key, work);
    send(request, reply, found.answer, found.hit);
  }

  function send(request: FastifyRequest, reply: FastifyReply, finished: Finished | Flowing, hit: boolean): void {
    stop.beforeSending(reply.raw);
    const status =
      'chunks' in finished ? sendFlowing(request, reply, finished) : sendAnswer(request, reply, finished, hit, now());
    observed(request, status, hit);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, form: ErrorForm = errorBody): void {
    if (reply.sent) return;
    const known = asApiError(error, request.routeOptions?.bodyLimit ?? settings.bodyLimit);
    stop.beforeSending(reply.raw);
    sendError(request, reply, known, { log, notice: deps.notice, form });
    observed(request, known.status, false, known.quiet || undefined);
  }
}

/** What a request takes and needs. */
interface Entry {
  readonly rate: RateClass;
  readonly name: string;
  readonly auth: Endpoint['auth'];
}

/** What a computation is given of its own. */
interface Own {
  readonly deps: Deps;
  readonly signal: AbortSignal;
  readonly slot: Slot;
  readonly caller: Caller;
}

type Work<T> = (own: Own) => Promise<T>;

type Entered = Pick<Endpoint, 'auth' | 'sameOrigin' | 'document' | 'deprecation'>;

/** Of a caller's computations, what is left of them while there is much to do: a few callers do not keep out all others. */
const BUSY_SHARE = 1 / 4;
/** Whose computation was refused to its own caller so often is told that there is too much to do. */
const MOST_TRIES = 3;

type ErrorForm = (error: ApiError, requestId: string) => object;

/** The area of each route, by the name that it has in metrics. */
function areasOf(routes: readonly Route[]): ReadonlyMap<string, string> {
  return new Map(routes.map(({ endpoint: { method, path, area } }) => [`${method} ${path}`, area]));
}

function isCached({ cache, method, auth }: Endpoint): boolean {
  return cache > 0 && method === 'GET' && auth === 'none';
}

function kept(answer: Finished | Flowing): Finished {
  if ('chunks' in answer) throw new Error('an answer in pieces cannot be kept');
  return answer;
}

const OPEN = { auth: 'none' } as const;

/** Its sender went away, or was too slow and has been answered on the bare socket. */
function cutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function unreadable(request: FastifyRequest): Error | undefined {
  if (request.url.length > MAX_URL) return uriTooLong(MAX_URL);
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return hostMissing();
  if (hasTwoHosts(request.raw.rawHeaders)) return hostRepeated();
  return request.headers['content-encoding'] === undefined ? undefined : wrongMediaType();
}

/** Node keeps the first of them and says nothing (RFC 9112 section 3.2). Names and values in turn. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** A last parameter that may hold slashes becomes a wildcard: Fastify's `:package` does not match `@scope/name`. */
function wildcarded({ path, rest }: Endpoint): string {
  // Where more follows, the slashes within are encoded before the address is looked up (plain-slashes.ts).
  if (rest === undefined || !path.endsWith(`/:${rest}`)) return path;
  return `${path.slice(0, -rest.length - 1)}*`;
}
