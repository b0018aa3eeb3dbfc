import { z } from 'zod';
import { readPosition } from '../position.ts';
import { type Day, dayAt, daysBefore, daysFrom } from './days.ts';

const Day = z.iso.date();

const MOST_AWAITED = 1000;

const EpssPosition = z.object({
  day: Day,
  rows: z.int().nonnegative(),
  model: z.string().nullable(),
  /** Earlier days whose file was missing or invalid, and may still come. */
  awaited: z.array(Day).max(MOST_AWAITED),
});

export interface EpssPosition {
  readonly day: Day;
  readonly rows: number;
  readonly model: string | null;
  readonly awaited: readonly Day[];
}

export function epssPositionAt(instant: Date, now: Date): string {
  const yesterday = daysBefore(dayAt(now), 1);
  const awaited = [...daysFrom(dayAt(instant), yesterday)];
  if (awaited.length > MOST_AWAITED) {
    throw new RangeError(
      `epss is read from ${MOST_AWAITED} days back at most, ${daysBefore(yesterday, MOST_AWAITED - 1)}`,
    );
  }
  return JSON.stringify({ day: yesterday, rows: 0, model: null, awaited } satisfies EpssPosition);
}

export function readEpssPosition(since: string | null): EpssPosition | null {
  return readPosition(EpssPosition, since);
}
