import type { CoverageRow, TrackerPull } from '@almanac/contract';
import { stageWords } from '../parts/pulls.ts';

/** More than fit a sentence are in the table of the collection. */
const NAMED = 3;

/**
 * How far a fix has come in the collection, in a sentence. A fixed version that upstream released is not yet one that a channel has.
 * Null: the tracker says nothing of it.
 */
export function fixInCollection(
  pulls: readonly Pick<TrackerPull, 'number' | 'state' | 'stage'>[] | null,
): string | null {
  if (pulls === null) return null;
  const merged = pulls.filter(({ state }) => state === 'merged');
  if (merged.length > 0) return `A fix is merged there: ${named(merged)}.`;
  const open = pulls.filter(({ state }) => state === 'open');
  if (open.length > 0) return `A fix is proposed there and not merged yet: ${named(open)}.`;
  return 'No fix is merged there, as far as the tracker shows.';
}

/** Where it was not, no issue is not the same as none. */
export function wasTrackerRead(coverage: readonly CoverageRow[]): boolean {
  return coverage.some(({ source, checkedAt }) => source === 'nixpkgs' && checkedAt !== null);
}

function named(pulls: readonly Pick<TrackerPull, 'number' | 'stage'>[]): string {
  const words = pulls
    .slice(0, NAMED)
    .map(({ number, stage }) => (stage === 'open' ? `#${number}` : `#${number}, ${stageWords(stage)}`));
  const left = pulls.length - NAMED;
  return `${words.join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}
