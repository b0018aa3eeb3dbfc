import type { Endpoint } from '@almanac/contract';

/**
 * Encodes the slashes that callers write plainly within a name in the middle of an address: `/package/@scope/name/history` is looked up
 * as `/package/@scope%2Fname/history`. Fastify allows a wildcard only at the end of an address.
 */
export function encodeInnerSlashes(
  prefix: string,
  endpoints: readonly Pick<Endpoint, 'path' | 'wildcardParam'>[],
): (request: { readonly url?: string | undefined }) => string {
  const places = endpoints.flatMap(({ path, wildcardParam }) => {
    if (wildcardParam === undefined || path.endsWith(`/:${wildcardParam}`)) return [];
    const [before = '', after = ''] = path.split(`:${wildcardParam}`);
    return [{ before: prefix + before, after }];
  });
  return ({ url = '/' }) => {
    const place = places.find(({ before }) => url.startsWith(before));
    if (place === undefined) return url;
    const end = url.indexOf('?') === -1 ? url.length : url.indexOf('?');
    const path = url.slice(0, end);
    const [from, to] = [place.before.length, path.length - place.after.length];
    if (!path.endsWith(place.after) || to <= from) return url;
    return `${place.before}${path.slice(from, to).replaceAll('/', '%2F')}${url.slice(to)}`;
  };
}
