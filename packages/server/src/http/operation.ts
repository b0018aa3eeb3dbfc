import type { Endpoint, RateClass } from '@almanac/contract';
import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';
import type { OnMismatch } from '../app/json/answer-schema.ts';
import { cacheKeyOfPage, cacheKeyOfRoute } from './cache/key.ts';
import type { Page, Visit } from './page.ts';
import { type RawInput, readInput, readVisit } from './request/input.ts';
import { computeResponse } from './response/compute.ts';
import type { RenderedResponse } from './response/rendered.ts';
import type { StreamedResponse } from './response/streamed.ts';
import type { AdditionalCost, Input, Route } from './route.ts';

/** What the pipeline executes: an endpoint or a page. */
export interface Operation<I = unknown> {
  /** By it the thread for large answers knows which one is meant. */
  readonly name: string;
  readonly rate: RateClass;
  readonly readInput: (raw: RawInput) => I;
  readonly additionalCost: (input: I) => AdditionalCost | null;
  /** Whether its responses are cached, under `cacheKey`. */
  readonly cached: boolean;
  readonly cacheKey: (input: I) => string;
  /** The key of a cached response that this one makes outdated. */
  readonly outdates: (input: I) => string | null;
  readonly onMismatch: OnMismatch;
  readonly compute: (deps: Deps, input: I, context: Context) => Promise<RenderedResponse | StreamedResponse>;
  /** Its work has a time limit of its own. */
  readonly ownTimeout: boolean;
  /** Milliseconds that a caller waits where there is nothing to answer with yet. */
  readonly waitMs: (input: I) => number;
}

export function routeOperation(route: Route, onMismatch: OnMismatch): Operation<Input> {
  const { endpoint, additionalCost, ownTimeout = false, waitMs = () => 0 } = route;
  return {
    name: endpoint.id,
    rate: endpoint.rate,
    readInput: (raw) => readInput(endpoint, raw),
    additionalCost,
    cached: isCached(endpoint),
    cacheKey: (input) => cacheKeyOfRoute(endpoint, input),
    outdates(input) {
      const outdated = route.outdates?.(input);
      return outdated == null ? null : cacheKeyOfRoute(endpoint, outdated);
    },
    onMismatch,
    compute: (deps, input, context) => computeResponse(deps, route, input, context, onMismatch),
    ownTimeout,
    waitMs,
  };
}

export function pageOperation(page: Page): Operation<Visit> {
  return {
    name: page.path,
    rate: page.rate,
    readInput: (raw) => readVisit(page, raw),
    additionalCost: () => null,
    cached: true,
    cacheKey: (visit) => cacheKeyOfPage(page, visit),
    outdates: () => null,
    onMismatch: () => {},
    compute: page.render,
    ownTimeout: false,
    waitMs: () => 0,
  };
}

function isCached({ cache, method, auth }: Endpoint): boolean {
  return cache > 0 && method === 'GET' && auth === 'none';
}
