import { z } from 'zod';
import type { Day } from './days.ts';

const Day = z.iso.date();

/** What the next day is held against. */
const EpssPosition = z.object({
  /** The newest day that was read. */
  day: Day,
  rows: z.int().nonnegative(),
  model: z.string().nullable(),
  /** Earlier days whose file was not there or not good, and may come yet. */
  awaited: z.array(Day).max(1000),
});

export interface EpssPosition {
  readonly day: Day;
  readonly rows: number;
  readonly model: string | null;
  readonly awaited: readonly Day[];
}

/** A position that an earlier release wrote in another form means: as if nothing had been read. */
export function positionOf(since: string | null): EpssPosition | null {
  if (since === null) return null;
  try {
    return EpssPosition.parse(JSON.parse(since));
  } catch {
    return null;
  }
}
