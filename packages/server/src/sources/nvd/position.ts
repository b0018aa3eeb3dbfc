import { z } from 'zod';

const Instant = z.iso.datetime().transform((text) => new Date(text));

/** How many records the API said to have in all: far fewer the next time means that it is ill. */
const total = z.int().nonnegative();

/** Changes up to here have been read. */
const DeltaPosition = z.object({ until: Instant, total });
export type DeltaPosition = z.infer<typeof DeltaPosition>;

/** Publications up to `next` have been read, `records` of them, by a run that began when it `begun`. */
const Unfinished = z.object({ begun: Instant, next: Instant, records: z.int().nonnegative(), total });
export type Unfinished = z.infer<typeof Unfinished>;
/** The last complete reading. */
const Finished = z.object({ finished: Instant, total });
const BulkPosition = z.union([Unfinished, Finished]);
export type BulkPosition = z.infer<typeof BulkPosition>;

export function deltaPosition(since: string | null): DeltaPosition | null {
  return read(DeltaPosition, since);
}

export function bulkPosition(since: string | null): BulkPosition | null {
  return read(BulkPosition, since);
}

export function printPosition(position: DeltaPosition | BulkPosition): string {
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
