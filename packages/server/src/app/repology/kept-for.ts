import type { CoverageRow } from '@almanac/contract';

/** What is served as old because the aggregator could not be asked is not kept for an hour more. */
const OLD_SECONDS = 60;

export function keptFor({ state }: CoverageRow): { readonly ttl?: number } {
  return state === 'ok' ? {} : { ttl: OLD_SECONDS };
}
