import type { FastifyInstance } from 'fastify';
import type { BodyUse } from './admission/bodies.ts';
import type { Budget } from './rate-limit/budget.ts';

/** What the shell keeps with a request. Handlers never see Fastify. */
declare module 'fastify' {
  interface FastifyRequest {
    /** What is left for the caller; null until the limiter has answered. */
    budget: Budget | null;
    /** Whose key was sent; null: none, or none that gives anything. */
    account: number | null | undefined;
    /** Pages of other origins may not read the answer. */
    sameOrigin: boolean | undefined;
    /** Query parameters that were ignored, as the header lists them; null: none. */
    ignored: string | null | undefined;
    /** Headers of an endpoint that will go away, names and values in turn; null: it stays. */
    deprecation: readonly string[] | null | undefined;
    /** What its body takes; null: it has none, or none that is read. */
    bodyUse: BodyUse | null | undefined;
    /** By the monotonic clock. */
    arrivedAt: number;
    /** Method and address as the contract writes them, for logs and metrics. */
    routeName: string;
  }
}

/** Fastify wants to know the members beforehand, so that all requests have one shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('budget', null);
  app.decorateRequest('account', null);
  app.decorateRequest('sameOrigin', false);
  app.decorateRequest('ignored', null);
  app.decorateRequest('deprecation', null);
  app.decorateRequest('bodyUse', null);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('routeName', '');
}
