import type { SourceId } from '@almanac/contract';
import type { SourceAddresses } from '../../sources/catalogue.ts';
import type { CheckedLive } from '../../sources/checked-live.ts';
import { type CheckReport, openSources } from './check-sources.ts';

/**
 * Adds the date of a check to the sources that were asked at the upstream's own addresses, and not at those of a look-alike, and whose
 * assumptions all got an answer.
 */
export function addLiveDates(
  before: CheckedLive,
  { checks }: Pick<CheckReport, 'checks'>,
  { addresses, usual, at }: { addresses: Partial<SourceAddresses>; usual: Partial<SourceAddresses>; at: Date },
): CheckedLive {
  const [origins, usualOrigins] = [listOrigins(addresses), listOrigins(usual)];
  const live = checks.filter(({ source, results }) => {
    const isComplete = results.every(({ outcome }) => outcome !== 'cannot_tell');
    return isComplete && origins.get(source) === usualOrigins.get(source);
  });
  return { ...before, ...Object.fromEntries(live.map(({ source }) => [source, at.toISOString()])) };
}

function listOrigins(addresses: Partial<SourceAddresses>): Map<SourceId, string> {
  const opened = openSources(addresses).map(({ source: { id, upstreams } }) => {
    const origins = new Set(upstreams.map(({ url }) => new URL(url).origin));
    return [id, [...origins].sort().join(' ')] as const;
  });
  return new Map(opened);
}
