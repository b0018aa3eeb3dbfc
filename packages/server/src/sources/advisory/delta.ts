import { readPosition } from '../position.ts';
import type { Http, SourceDeps, SourceItem } from '../source.ts';
import { advisorySeconds } from './bulk.ts';
import { fetchPages } from './pages.ts';
import { advisoryItem } from './record.ts';
import { AdvisoryDeltaPosition, type AdvisoryDocument, TYPES } from './schema.ts';

/** Search results show a change some time after its date, so the last hour is read twice. */
const OVERLAP_MS = 3_600_000;

/** How long to retry an unreadable advisory: a correction need not change its date. */
const PATIENCE_MS = 24 * 3_600_000;

export async function* readAdvisoryDelta(
  http: Http,
  url: string,
  { now }: Pick<SourceDeps, 'now'>,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<AdvisoryDocument>> {
  const last = readPosition(AdvisoryDeltaPosition, since);
  const began = now();
  const position: Record<keyof AdvisoryDeltaPosition, string> = { ...(last ?? NOTHING_READ) };
  const seen = new Set<string>();
  for (const type of TYPES) {
    const watermark = Math.min(Date.parse(position[type]), began.getTime());
    const floor = advisorySeconds(new Date(Math.max(0, watermark - OVERLAP_MS)), began);
    const query = { type, sort: 'updated', ...(last !== null && { modified: `>=${floor}` }) } as const;
    for await (const { elements } of fetchPages(http, url, query, signal)) {
      let reached = watermark;
      let unreadable = 0;
      for (const element of elements) {
        const item = advisoryItem(element);
        if ('unreadable' in item) {
          unreadable += 1;
          yield item;
        } else {
          reached = Math.max(reached, item.modified.getTime());
          // It changed again while we were reading, so the next run brings it.
          if (!seen.has(item.key)) yield item;
          if (item.odd !== undefined) yield item.odd;
          seen.add(item.key);
        }
      }
      if (unreadable > 0) reached = Math.max(watermark, reached - PATIENCE_MS);
      position[type] = advisorySeconds(new Date(reached), began);
      yield { checkpoint: JSON.stringify(position) };
    }
  }
}

const EPOCH = '1970-01-01T00:00:00Z';
const NOTHING_READ: AdvisoryDeltaPosition = { unreviewed: EPOCH, reviewed: EPOCH, malware: EPOCH };
