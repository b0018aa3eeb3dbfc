import { z } from 'zod';
import { Instant, readPosition } from '../position.ts';

/** The API's total. A much lower one next time means that the API is broken. */
const total = z.int().nonnegative();

/** Changes up to here have been read. */
const NvdDeltaPosition = z.object({ until: Instant, total });
export type NvdDeltaPosition = z.infer<typeof NvdDeltaPosition>;

/** The run began at `begun` and has read `records` publications, up to `next`. */
const Unfinished = z.object({ begun: Instant, next: Instant, records: z.int().nonnegative(), total });
export type Unfinished = z.infer<typeof Unfinished>;
const Finished = z.object({ finished: Instant, total });
const NvdBulkPosition = z.union([Unfinished, Finished]);
export type NvdBulkPosition = z.infer<typeof NvdBulkPosition>;

const NvdSweepPosition = z.record(z.string(), z.string());
export type NvdSweepPosition = z.infer<typeof NvdSweepPosition>;

export function parseSweepPosition(since: string | null): NvdSweepPosition {
  return readPosition(NvdSweepPosition, since) ?? {};
}

export function deltaPosition(since: string | null): NvdDeltaPosition | null {
  return readPosition(NvdDeltaPosition, since);
}

export function bulkPosition(since: string | null): NvdBulkPosition | null {
  return readPosition(NvdBulkPosition, since);
}

export function printPosition(position: NvdDeltaPosition | NvdBulkPosition | NvdSweepPosition): string {
  return JSON.stringify(position);
}
