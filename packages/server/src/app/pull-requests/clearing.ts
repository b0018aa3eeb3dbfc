import { type JudgedVersion, nextVersion } from '@almanac/core/pull-request';

/** Fixes may open what a later fix closes; nobody goes on for long. */
const MOST_STEPS = 4;

/**
 * The smallest version that the fixes of what affects a version lead to and that nothing known affects, each held against all records
 * as the version itself was; null where none is named.
 */
export async function clearingVersion(
  affected: JudgedVersion,
  judge: (version: string) => Promise<JudgedVersion>,
): Promise<JudgedVersion | null> {
  let current = affected;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = nextVersion(current);
    if (next.state === 'clear') return current;
    if (next.state === 'none') return null;
    current = await judge(next.version);
  }
  return null;
}
