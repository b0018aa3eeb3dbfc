import type { FastifyReply, FastifyRequest } from 'fastify';

/** So many names are listed: a header of some 400 bytes at most. */
const MOST_NAMES = 10;
/** Nothing else that a caller writes becomes part of a header. */
const PLAIN_NAME = /^[A-Za-z0-9_.-]{1,40}$/;

/**
 * Query parameters that an address does not take, as the header lists them; null: there is none. They are ignored, so that
 * `?_=1` works, and listed, so that a typing mistake is noticed. They are not part of the cache key.
 */
export function ignoredParameters(taken: ReadonlySet<string>, query: unknown): string | null {
  const unknown = Object.keys(query ?? {}).filter((name) => !taken.has(name));
  if (unknown.length === 0) return null;
  const names = unknown.slice(0, MOST_NAMES).map((name) => (PLAIN_NAME.test(name) ? name : '?'));
  const more = unknown.length - names.length;
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

/** Notes with the request what it gives in vain. */
export function noteIgnored(names: readonly string[]) {
  const taken = new Set(names);
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    request.ignored = ignoredParameters(taken, request.query);
    done();
  };
}

/** Adds the header, where there is something to tell. */
export function pushIgnored(headers: string[], { ignored }: Pick<FastifyRequest, 'ignored'>): void {
  // Undefined: an address that was never looked up has no parameters.
  if (ignored !== null && ignored !== undefined) headers.push('x-ignored-parameters', ignored);
}
