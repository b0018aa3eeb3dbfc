import type { Endpoint } from '@almanac/contract';
import type { Page, Visit } from '../page.ts';
import type { Input } from '../route.ts';

/**
 * What an answer is kept under: a JSON array and not joined text, so that no value can pretend to be two.
 * Built from validated input, so that `CVE-…` in any case, or a parameter given with its default, share one answer.
 */
export function keyOf(endpoint: Endpoint, input: Input): string {
  return JSON.stringify([endpoint.id, sorted(input.params), sorted(input.query)]);
}

export function pageKey({ path }: Page, { params, query }: Visit): string {
  return JSON.stringify(['page', path, sorted(params), sorted(query)]);
}

function sorted(members: unknown): [string, unknown][] {
  return Object.entries(members as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
