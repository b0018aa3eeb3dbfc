import type { CoverageRow, TrackerPull } from '@almanac/contract';
import type { CvePageModel } from '../../app/cve/page.ts';
import { stageWords } from '../parts/pulls.ts';

const MAX_NAMED = 3;

/** Null if the tracker has no issue about it. Nixpkgs gets a fix later than upstream's release. */
export function fixInCollection(
  pulls: readonly Pick<TrackerPull, 'number' | 'state' | 'stage'>[] | null,
): string | null {
  if (pulls === null) return null;
  const merged = pulls.filter(({ state }) => state === 'merged');
  if (merged.length > 0) return `A fix is merged: ${named(merged)}.`;
  const open = pulls.filter(({ state }) => state === 'open');
  if (open.length > 0) return `A fix is proposed but not merged: ${named(open)}.`;
  return 'No merged fix is known.';
}

/** If the tracker was not read, "no issue" means unknown. */
export function wasTrackerRead(coverage: readonly CoverageRow[]): boolean {
  return coverage.some(({ source, checkedAt }) => source === 'nixpkgs' && checkedAt !== null);
}

function named(pulls: readonly Pick<TrackerPull, 'number' | 'stage'>[]): string {
  const words = pulls
    .slice(0, MAX_NAMED)
    .map(({ number, stage }) => (stage === 'open' ? `#${number}` : `#${number}, ${stageWords(stage)}`));
  const left = pulls.length - MAX_NAMED;
  return `${words.join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}

export function channelsWith(
  wanted: CvePageModel['packages'][number]['verdict'],
  packages: CvePageModel['packages'],
): string[] {
  return [...new Set(packages.flatMap(({ channel, verdict }) => (verdict === wanted ? [channel] : [])))];
}
