import { z } from 'zod';
import { Instant, readPosition } from '../position.ts';
import { trackerSeconds } from './listing.ts';
import { type Pending, parsePending, pendingText } from './pending.ts';

const PendingLines = z
  .array(z.string())
  .transform((lines) => new Map(lines.flatMap((line) => parsePending(line) ?? []).map((one) => [one.pull, one])));

/** Everything that changed before `since` has been read, by a run that began at `began`. */
const TrackerBulkPosition = z.object({ began: Instant, since: Instant, pending: PendingLines });
export type BulkPosition = z.output<typeof TrackerBulkPosition>;

/** Up to when changes have been read, and which merged pull requests are still pending. */
const TrackerDeltaPosition = z.object({ since: Instant, pending: PendingLines });
export type DeltaPosition = z.output<typeof TrackerDeltaPosition>;

/** The last issue whose timeline was read again. */
const SweepPosition = z.object({ after: z.int().nonnegative() });

export const parseBulk = (text: string | null) => readPosition(TrackerBulkPosition, text);
export const parseDelta = (text: string | null) => readPosition(TrackerDeltaPosition, text);
export const parseSweep = (text: string | null) => readPosition(SweepPosition, text);

export function bulkText({ began, since, pending }: BulkPosition): string {
  return JSON.stringify({ began: trackerSeconds(began), since: trackerSeconds(since), pending: formatLines(pending) });
}

export function deltaText({ since, pending }: DeltaPosition): string {
  return JSON.stringify({ since: trackerSeconds(since), pending: formatLines(pending) });
}

/** More than exist, so that an upstream that invents them cannot fill our database. */
const MOST_PENDING = 20_000;

function formatLines(pending: ReadonlyMap<number, Pending>): string[] {
  return [...pending.values()].slice(0, MOST_PENDING).map(pendingText);
}
