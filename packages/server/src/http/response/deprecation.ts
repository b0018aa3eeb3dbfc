import type { FastifyRequest } from 'fastify';

/** Adds the headers of an endpoint that will go away, to refusals too: whoever calls it should notice. */
export function pushDeprecation(headers: string[], { deprecation }: Pick<FastifyRequest, 'deprecation'>): void {
  // Undefined: an address that was never looked up is no endpoint.
  if (deprecation !== null && deprecation !== undefined) headers.push(...deprecation);
}
