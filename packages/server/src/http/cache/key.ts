import type { Endpoint } from '@almanac/contract';
import type { Page, Visit } from '../page.ts';
import type { Input } from '../route.ts';

/**
 * What a response is cached under: a JSON array and not joined text, so that no value can pretend to be two.
 * Built from validated input, so that `CVE-…` in any case, or a parameter given with its default, share one response.
 */
export function cacheKeyOfRoute(endpoint: Endpoint, input: Input): string {
  return JSON.stringify([endpoint.id, sorted(input.params), sorted(input.query)]);
}

export function cacheKeyOfPage({ path }: Page, { params, query }: Visit): string {
  return JSON.stringify(['page', path, sorted(params), sorted(query)]);
}

function sorted(members: unknown): [string, unknown][] {
  return Object.entries(members as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
