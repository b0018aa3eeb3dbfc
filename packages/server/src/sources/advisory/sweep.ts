import { readPosition } from '../position.ts';
import type { Http, SourceDeps, SourceItem } from '../source.ts';
import { readAdvisoryBulk } from './bulk.ts';
import { AdvisoryBulkPosition, type AdvisoryDocument } from './schema.ts';

/** A sweep that was broken off continues within this time. The one of the next month starts from the beginning. */
const RESUMABLE_MS = 7 * 24 * 3_600_000;

/**
 * Reads every advisory again, to find changes that the listing by date of change never had. Removes nothing: the listing has
 * been short before, while the advisories were still there (advisory-database issue 7484).
 */
export async function* sweepAdvisories(
  http: Http,
  url: string,
  { now }: Pick<SourceDeps, 'now'>,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<AdvisoryDocument>> {
  const last = readPosition(AdvisoryBulkPosition, since);
  const isRecent = last !== null && now().getTime() - Date.parse(last.began) < RESUMABLE_MS;
  for await (const item of readAdvisoryBulk(http, url, { now }, isRecent ? since : null, signal)) {
    if (!('complete' in item)) yield item;
  }
}
