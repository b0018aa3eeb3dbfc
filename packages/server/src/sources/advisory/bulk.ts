import { readPosition } from '../position.ts';
import { type Http, type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import { byEitherClock } from '../upstream-clock.ts';
import { fetchPages } from './pages.ts';
import { advisoryItem } from './record.ts';
import { AdvisoryBulkPosition, type AdvisoryDeltaPosition, type AdvisoryDocument, TYPES } from './schema.ts';

/**
 * Reads every advisory by publication date, type by type, with a checkpoint after each page: without a token, GitHub
 * returns 6,000 per hour. Unreviewed ones come first, because an advisory that is reviewed meanwhile moves to a type
 * that is still to be read.
 */
export async function* readAdvisoryBulk(
  http: Http,
  url: string,
  { now }: Pick<SourceDeps, 'now'>,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<AdvisoryDocument>> {
  const last = readPosition(AdvisoryBulkPosition, since);
  let began = last?.began ?? now().toISOString();
  const seen = new Set<string>();
  for (const type of TYPES.slice(last === null ? 0 : TYPES.indexOf(last.type))) {
    const from = type === last?.type ? last.from : null;
    const query = { type, sort: 'published', ...(from !== null && { published: `>=${from}` }) } as const;
    for await (const { elements, headers } of fetchPages(http, url, query, signal)) {
      if (seen.size === 0 && last === null) began = byEitherClock(new Date(began), headers).toISOString();
      let reached: Date | null = null;
      for (const element of elements) {
        const item = advisoryItem(element);
        if ('unreadable' in item) yield item;
        else {
          reached = item.published;
          if (!seen.has(item.key)) yield item;
          if (item.odd !== undefined) yield item.odd;
          seen.add(item.key);
        }
      }
      if (reached !== null) yield { checkpoint: position({ began, type, from: advisorySeconds(reached, now()) }) };
    }
  }
  if (last === null && seen.size === 0) throw new UnexpectedUpstream('advisory', 'no advisory is listed at all');
  if (last === null) {
    // A held listing must be read from the start, not from its last page.
    yield { checkpoint: FROM_THE_BEGINNING };
    yield { complete: true, asOf: new Date(began) };
  }
  yield { checkpoint: advisoryPositionAt(new Date(began), now()), channel: 'delta' };
  yield { checkpoint: FROM_THE_BEGINNING };
}

export function advisoryPositionAt(instant: Date, now: Date): string {
  const watermark = advisorySeconds(instant, now);
  return JSON.stringify({
    unreviewed: watermark,
    reviewed: watermark,
    malware: watermark,
  } satisfies AdvisoryDeltaPosition);
}

/** An unknown form makes the next run read everything. */
const FROM_THE_BEGINNING = '{}';

function position(value: AdvisoryBulkPosition): string {
  return JSON.stringify(value);
}

/** The listing's dates have no fractions. A date in the future would hide everything before it. */
export function advisorySeconds(date: Date, now: Date): string {
  const instant = Math.min(date.getTime(), now.getTime());
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
