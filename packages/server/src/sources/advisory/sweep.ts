import { readPosition } from '../position.ts';
import type { Http, SourceDeps, SourceItem } from '../source.ts';
import { readAdvisoryBulk } from './bulk.ts';
import { AdvisoryBulkPosition, type AdvisoryDocument } from './schema.ts';

/** An interrupted sweep may resume this long. Next month's starts over. */
const RESUMABLE_MS = 7 * 24 * 3_600_000;

/**
 * Reads every advisory again to find changes that the listing by change date missed. Removes nothing, because the
 * listing has omitted existing advisories before (advisory-database issue 7484).
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
