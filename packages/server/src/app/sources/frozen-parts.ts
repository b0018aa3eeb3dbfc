import type { FrozenPart } from '@almanac/contract';
import type { PartFacts } from '../../queries/source-watch.ts';

const DAY = 24 * 3600;

/** A part may pause for three times as long as it lately did, a week at least and a year at most. */
export function expectedPause(pauseSeconds: number): number {
  return Math.min(365 * DAY, Math.max(7 * DAY, 3 * pauseSeconds));
}

/**
 * Parts that stood still for longer than expected when the source was last read, the longest first. OSV's own ecosystems
 * have done so for months, unnoticed (osv.dev issue 5935).
 */
export function frozenParts(parts: readonly PartFacts[], checkedAt: Date | null): FrozenPart[] {
  if (checkedAt === null) return [];
  return parts
    .flatMap(({ part, changedAt, pauseSeconds }) => {
      if (changedAt === null || pauseSeconds === null) return [];
      const expectedChangeSeconds = expectedPause(pauseSeconds);
      const still = (checkedAt.getTime() - changedAt.getTime()) / 1000 > expectedChangeSeconds;
      return still ? [{ part, changedAt: changedAt.toISOString(), expectedChangeSeconds }] : [];
    })
    .sort((a, b) => a.changedAt.localeCompare(b.changedAt));
}
