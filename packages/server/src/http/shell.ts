import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { openKeyRing } from '../app/access/key-ring.ts';
import type { Deps } from '../app/deps.ts';
import type { Logger } from '../platform/logger.ts';
import { type Bodies, openBodies } from './admission/bodies.ts';
import { type CallerBudgets, callerBudgets } from './admission/caller-budgets.ts';
import { type Computations, openComputations } from './admission/computations.ts';
import { withoutDeadline } from './admission/deadline.ts';
import { type Following, openFollowing } from './admission/following.ts';
import type { LargeWork } from './admission/large-work.ts';
import { openMemory } from './admission/memory.ts';
import { admission } from './admission/shedding.ts';
import { stopping } from './admission/stopping.ts';
import { authenticator } from './auth/authenticate.ts';
import { type ResponseCache, responseCache } from './cache/response-cache.ts';
import { type Entrance, openEntrance } from './entrance.ts';
import { toApiError } from './errors/to-api-error.ts';
import { type HttpMetrics, httpMetrics } from './metrics.ts';
import { type Execute, pipeline } from './pipeline.ts';
import { limiter } from './rate-limit/limiter.ts';
import { openRateLimit, type RateLimit } from './rate-limit/rate-limit.ts';
import { observe } from './request/observe.ts';
import { traceRequests } from './request/trace.ts';
import { openResponder, type Responder } from './responder.ts';
import type { Route } from './route.ts';
import type { HttpSettings } from './settings.ts';

/** The parts that the handlers of all addresses share. */
export interface Shell {
  readonly entrance: Entrance;
  readonly rateLimit: RateLimit;
  readonly callers: CallerBudgets;
  readonly bodies: Bodies;
  readonly cache: ResponseCache;
  readonly computations: Computations;
  readonly following: Following;
  readonly changes: Deps['changes'];
  readonly execute: Execute;
  readonly responder: Responder;
  readonly metrics: HttpMetrics;
}

export interface ShellOptions {
  readonly deps: Deps;
  readonly settings: HttpSettings;
  readonly routes: readonly Route[];
  readonly registry: Registry;
  readonly log: Logger;
  /** Where large answers are made; null: where all others are. */
  readonly large?: LargeWork | null;
}

/** Opens the parts of the shell; they close with the app. */
export function openShell(app: FastifyInstance, options: ShellOptions): Shell {
  const { deps, settings, routes, registry, log, large = null } = options;
  const { now, redis, databases, baseUrl, notice, build, changes, sourceStates } = deps;
  const { bodyLimit, redisPrefix } = settings;
  const gate = admission({ ...settings, onRefused: (refused) => log.warn({ refused }, 'overloaded') });
  app.addHook('onClose', () => gate.close());
  app.addHook('preClose', (done) => {
    changes.close();
    done();
  });
  const callers = callerBudgets(settings.callerBudgets, now);
  const memory = openMemory(settings.memoryBudget);
  const bodies = openBodies({ callers, memory, maxDocuments: settings.maxDocuments });
  const following = openFollowing(callers, settings.maxFollowing);
  const cache = responseCache({
    redis,
    prefix: redisPrefix,
    // Answers that were cached before the notice changed do not have it.
    release: [build.version, ...(sourceStates.selection === null ? [] : [sourceStates.selection.notice])].join(' '),
    maxBytes: settings.cacheBytes,
    now,
    mayServeStale: (error) => toApiError(error, bodyLimit).status === 503,
  });
  const limits = limiter(settings.limitAcrossProcesses ? redis : null, redisPrefix, now);
  const metrics = httpMetrics(
    registry,
    {
      cacheBytes: () => cache.bytes,
      computing: () => gate.computing,
      largeComputing: () => computations.large.taken,
      largeWaiting: () => computations.large.waiting,
      largeAnswers: () => large?.answers ?? 0,
      largeThreadEnds: () => large?.ends ?? 0,
      overdue: () => gate.overdue,
      following: () => following.taken,
      memoryBytes: () => memory.used,
      redisAvailable: () => redis?.available ?? false,
      callers: () => limits.callers,
    },
    areasOf(routes),
  );
  const rateLimit = openRateLimit({ limiter: limits, networks: limiter(null, '', now), rates: settings.rates, now });
  const keyRing = openKeyRing({
    databases,
    now,
    // Whoever sends a key may have one: its look-up may take the places for callers with a key.
    admit: (work) => gate.admit(() => withoutDeadline(work), 'keyed'),
  });
  const authenticate = authenticator({ ring: keyRing, lookups: limiter(null, '', now), now });
  const responder = openResponder({
    stopping: stopping(app, settings.deadlineMs + 500),
    observe: traceRequests(app, observe(log, metrics)),
    log,
    notice,
    bodyLimit,
    memory,
    now,
  });
  const entrance = openEntrance({ authenticate, rateLimit, bodies, baseUrl, keyless: deps.access.keyless });
  const computations = openComputations({ deps, settings, gate, callers, memory });
  const keyReplaced = (account: number) => keyRing.forget(account);
  const execute = pipeline({
    settings,
    rateLimit,
    callers,
    computations,
    cache,
    following,
    changes,
    keyReplaced,
    large,
  });
  return { entrance, rateLimit, callers, bodies, cache, computations, following, changes, execute, responder, metrics };
}

/** The area of each route, by the name that it has in metrics. */
function areasOf(routes: readonly Route[]): ReadonlyMap<string, string> {
  return new Map(routes.map(({ endpoint: { method, path, area } }) => [`${method} ${path}`, area]));
}
