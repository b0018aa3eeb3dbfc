import { z } from 'zod';

const Instant = z.iso.datetime().transform((text) => new Date(text));

/** How many records the API said to have in all: far fewer the next time means that it is ill. */
const total = z.int().nonnegative();

/** Changes up to here have been read. */
const NvdDeltaPosition = z.object({ until: Instant, total });
export type NvdDeltaPosition = z.infer<typeof NvdDeltaPosition>;

/** Publications up to `next` have been read, `records` of them, by a run that began when it `begun`. */
const Unfinished = z.object({ begun: Instant, next: Instant, records: z.int().nonnegative(), total });
export type Unfinished = z.infer<typeof Unfinished>;
/** The last complete reading. */
const Finished = z.object({ finished: Instant, total });
const NvdBulkPosition = z.union([Unfinished, Finished]);
export type NvdBulkPosition = z.infer<typeof NvdBulkPosition>;

export function deltaPosition(since: string | null): NvdDeltaPosition | null {
  return read(NvdDeltaPosition, since);
}

export function bulkPosition(since: string | null): NvdBulkPosition | null {
  return read(NvdBulkPosition, since);
}

export function printPosition(position: NvdDeltaPosition | NvdBulkPosition): string {
  return JSON.stringify(position);
}

/** A position that an earlier release wrote in another form means: read everything. */
function read<T>(form: z.ZodType<T>, since: string | null): T | null {
  if (since === null) return null;
  try {
    return form.parse(JSON.parse(since));
  } catch {
    return null;
  }
}
