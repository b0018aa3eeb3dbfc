import { deprecationHeaders, type Endpoint, type RateClass } from '@almanac/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bodies } from './admission/bodies.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';
import { refusalOfHead } from './request/refusal-of-head.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** The first hook of every address: a cache that answered before the limiter would answer without limit. */
export interface Entrance {
  /** Authenticates, and takes one from the caller's budget. */
  enter(request: FastifyRequest, entry: Entry, next: (error?: Error) => void): void;
  /** The same as a hook, which then looks at the head of the request and at the announced length of its body. */
  hook(rate: RateClass, name: string, endpoint?: EntranceRules): Hook;
}

interface Entry {
  readonly rate: RateClass;
  /** For logs and metrics. */
  readonly name: string;
  readonly auth: Endpoint['auth'];
}

export type EntranceRules = Pick<Endpoint, 'auth' | 'sameOrigin' | 'rawBody' | 'deprecation'>;

const PUBLIC: EntranceRules = { auth: 'none' };

export function openEntrance({
  authenticate,
  rateLimit,
  bodies,
  baseUrl,
  keyless,
}: {
  authenticate: Authenticate;
  rateLimit: RateLimit;
  bodies: Bodies;
  baseUrl: string;
  keyless: ReadonlySet<string>;
}): Entrance {
  return {
    enter,
    hook(rate, name, { auth, sameOrigin, rawBody, deprecation } = PUBLIC) {
      const headers = deprecation === undefined ? null : deprecationHeaders(deprecation, baseUrl);
      return (request, reply, done) => {
        request.sameOrigin = sameOrigin === true;
        request.deprecation = headers;
        enter(request, { rate, name, auth }, (error) =>
          done(error ?? refusalOfHead(request) ?? bodies.announced(request, reply, rawBody)),
        );
      };
    },
  };

  function enter(request: FastifyRequest, { rate, name, auth }: Entry, next: (error?: Error) => void): void {
    request.arrivedAt = performance.now();
    request.routeName = name;
    authenticate(request, keyless.has(name) ? 'none' : auth, (refusal) =>
      rateLimit.take(request, rate, (error) => next(error ?? refusal)),
    );
  }
}
