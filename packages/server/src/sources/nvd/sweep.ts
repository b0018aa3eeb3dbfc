import { createReadStream } from 'node:fs';
import { MalformedJson } from '../../platform/json-elements.ts';
import { elementsInside } from '../../platform/json-members.ts';
import { type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import { parseSweepPosition, printPosition } from './position.ts';
import { type NvdElement, nvdItem } from './record.ts';
import { fetchFeed, fetchFeedMeta, getFeedYears } from './year-feed.ts';

/**
 * Reads the yearly feeds to find changes that the API never listed. Skips years whose hash has not changed, and moves
 * the position after each year, so that a failed sweep resumes.
 */
export async function* sweepNvd(
  { http, now, log }: SourceDeps,
  feedsUrl: string,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<NvdElement>> {
  const hashes = new Map(Object.entries(parseSweepPosition(since)));
  const startedAt = now();
  const mismatches: number[] = [];
  for (const year of getFeedYears(startedAt)) {
    const url = `${feedsUrl}/nvdcve-2.0-${year}`;
    const meta = await fetchFeedMeta(http, `${url}.meta`, signal);
    if (meta === null) {
      if (isTooNew(year, startedAt)) continue;
      throw new UnexpectedUpstream('nvd', `${url}.meta answers 404`);
    }
    if (meta.sha256 === hashes.get(String(year))) continue;
    await using feed = await fetchFeed(http, `${url}.json.gz`, meta, signal);
    if (feed === null) {
      mismatches.push(year);
      continue;
    }
    let datedAhead = 0;
    for await (const item of readFeed(feed.path, year)) {
      signal.throwIfAborted();
      // A stored date in the future would hide every correction until then.
      if ('modified' in item && item.modified > startedAt) datedAhead += 1;
      else yield item;
    }
    if (datedAhead === 0) hashes.set(String(year), meta.sha256);
    else log.warn({ source: 'nvd', year, records: datedAhead }, 'records dated ahead of time');
    yield { checkpoint: printPosition(Object.fromEntries(hashes)) };
  }
  if (mismatches.length === 0) return;
  throw new UnexpectedUpstream('nvd', `the feeds of ${mismatches.join(', ')} do not have the hash that .meta states`);
}

async function* readFeed(path: string, year: number) {
  try {
    for await (const element of elementsInside(createReadStream(path), 'vulnerabilities')) yield nvdItem(element);
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new UnexpectedUpstream('nvd', `the feed of ${year}: ${error.message}`, { cause: error });
  }
}

/** A new year's feed appears some time in January. */
function isTooNew(year: number, now: Date): boolean {
  return year === now.getUTCFullYear() && now.getUTCMonth() === 0;
}
