import type { ApiError } from '../../app/errors.ts';
import { methodNotAllowed, routeUnknown } from '../../app/errors.ts';

/** One address of the service: its method and its path with `:name` and `*`. */
export interface Address {
  readonly method: string;
  readonly url: string;
}

/** 405 with what is allowed where the address exists for another method, otherwise 404. */
export function notFound(addresses: readonly Address[], method: string, url: string): ApiError {
  const path = url.split('?', 1)[0] ?? '';
  const exact = addresses.filter((address) => address.url === path);
  const matching = exact.length > 0 ? exact : addresses.filter((address) => fits(address.url, path));
  const methods = new Set(matching.map((address) => address.method));
  if (methods.size === 0) return routeUnknown(path);
  if (methods.has('GET')) methods.add('HEAD');
  return methodNotAllowed(method, [...methods, 'OPTIONS'].join(', '));
}

/** Finds fixed paths that a pattern would answer for another method: `GET /cve/batch` is not the CVE "batch". */
export function findShadowedAddresses(addresses: readonly Address[]): Address[] {
  return addresses.flatMap(({ url }) => {
    if (/[:*]/.test(url)) return [];
    const own = new Set(addresses.filter((address) => address.url === url).map(({ method }) => method));
    const others = new Set(addresses.filter((address) => fits(address.url, url)).map(({ method }) => method));
    return [...others.difference(own)].map((method) => ({ method, url }));
  });
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (const [index, segment] of wanted.entries()) {
    if (segment === '*') return given.length > index;
    const actual = given[index];
    if (actual === undefined || (segment.startsWith(':') ? actual === '' : segment !== actual)) return false;
  }
  return given.length === wanted.length;
}
