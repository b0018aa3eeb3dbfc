import type { PackageAdvice as ShownAdvice } from '@almanac/contract';
import type { PackageAdvice } from '@almanac/core/advice';

/** Writes advice as answers have it. */
export function toShown(advice: PackageAdvice | null): ShownAdvice | null {
  if (advice === null) return null;
  const { has, remaining, undecided } = advice;
  return { ...advice, has: [...has], remaining: [...remaining], undecided: [...undecided] };
}
