import { availableFix, channelFixes, indexPulls } from '@almanac/core/tracker';
import { loadChannels } from '../../queries/channels.ts';
import { openDocuments } from '../../queries/documents.ts';
import { reachAsked } from '../../queries/reach-asked.ts';
import { trackerIssues } from '../../queries/tracker-issues.ts';
import { trackerPulls } from '../../queries/tracker-pulls.ts';
import type { Db } from '../../store/database.ts';
import { trackedFixes } from '../tracker/tracked-fixes.ts';

/** How far the fixes of tracked issues have come. */
interface TrackerFixes {
  readonly total: number;
  /** A source names a version without the vulnerability, or a pull request is merged. */
  readonly fixKnown: number;
  readonly merged: number;
  readonly channels: readonly {
    readonly channel: string;
    readonly contained: number;
    readonly lacking: number;
    readonly unknown: number;
  }[];
}

/** By the rules of the tracker's own answers, over the few thousand issues that are tracked; null where none is. */
export async function trackerFixes(db: Db): Promise<TrackerFixes | null> {
  const issues = await trackerIssues(db, 'tracked');
  if (issues.length === 0) return null;
  const { pulls, links } = await trackerPulls(db, null);
  const fixes = await trackedFixes(db, openDocuments(), issues);
  const names = (await loadChannels(db)).map(({ name }) => name);
  const asked = await reachAsked(db, null);
  const index = indexPulls(pulls, links);
  const reached = new Map(names.map((channel) => [channel, { channel, contained: 0, lacking: 0, unknown: 0 }]));
  let [fixKnown, merged] = [0, 0];
  for (const issue of issues) {
    const linked = index.of(issue);
    const fix = availableFix(linked, fixes.get(issue.number)?.fix ?? null);
    if (fix !== null) fixKnown += 1;
    if (fix?.pull != null) merged += 1;
    for (const { channel, state } of channelFixes(linked, names, asked)) {
      const counts = reached.get(channel);
      if (counts !== undefined && state !== 'none') counts[state] += 1;
    }
  }
  return { total: issues.length, fixKnown, merged, channels: [...reached.values()] };
}
