import type { CvePageModel } from './model.ts';

/** The channels with a package of the given verdict, each once. */
export function channelsWith(
  wanted: CvePageModel['packages'][number]['verdict'],
  packages: CvePageModel['packages'],
): string[] {
  return [...new Set(packages.flatMap(({ channel, verdict }) => (verdict === wanted ? [channel] : [])))];
}
