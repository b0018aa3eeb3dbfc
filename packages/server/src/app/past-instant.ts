import { pastInstantOf } from '@almanac/contract';
import { invalidParameter } from './errors.ts';

/** The instant that a parameter asks about; the future is refused. */
export function pastInstant(name: string, text: string, now: number): Date {
  const at = pastInstantOf(text, now);
  if (at === null) throw invalidParameter(name, 'is in the future', 'Use a time in the past.');
  return at;
}
