import { getTrackerChannels } from '@almanac/contract';
import { channelFixes } from '@almanac/core/tracker';
import { coverageOf } from '../../../app/search/coverage.ts';
import { loadChannels as allChannels } from '../../../queries/channels.ts';
import { reachAsked } from '../../../queries/reach-asked.ts';
import { route } from '../../route.ts';

export const trackerChannels = route(getTrackerChannels, async ({ boards, databases, sourceStates, now }) => {
  const [board, known, asked] = await Promise.all([
    boards.read(),
    databases.readWithFallback(allChannels),
    databases.readWithFallback((db) => reachAsked(db, null)),
  ]);
  const names = known.map(({ name }) => name);
  const fixes = new Map(names.map((name) => [name, { contained: 0, lacking: 0, unknown: 0 }]));
  for (const { pulls } of board.issues) {
    for (const { channel, state } of channelFixes(pulls, names, asked)) {
      const counts = fixes.get(channel);
      if (state !== 'none' && counts !== undefined) counts[state] += 1;
    }
  }
  return {
    data: {
      channels: known.map(({ name, revision, updatedAt, status, variant, current }) => ({
        name,
        revision,
        updatedAt: updatedAt?.toISOString() ?? null,
        ageSeconds: updatedAt === null ? null : Math.max(0, Math.floor((now() - updatedAt.getTime()) / 1000)),
        status,
        variant,
        current,
        fixes: fixes.get(name) ?? { contained: 0, lacking: 0, unknown: 0 },
      })),
    },
    envelopeFields: await coverageOf(sourceStates, ['channels', 'nixpkgs']),
  };
});
