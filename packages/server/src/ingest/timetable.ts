import type { SourceId } from '@almanac/contract';
import type { CronItem } from 'graphile-worker';
import type { ChannelName } from '../sources/source.ts';
import type { Feeds } from './feeds.ts';
import { sourceJob } from './source-job.ts';

interface Entry {
  readonly source: SourceId;
  readonly channel: ChannelName;
  /** In UTC. Off the full hour, when everybody else asks. */
  readonly match: string;
  /** What was due while no worker ran is made up for, if it is not older than this. */
  readonly catchUpMinutes: number;
}

const ENTRIES: readonly Entry[] = [
  { source: 'kev', channel: 'bulk', match: '7,37 * * * *', catchUpMinutes: 30 },
  { source: 'cve_list_v5', channel: 'delta', match: '3,13,23,33,43,53 * * * *', catchUpMinutes: 10 },
  { source: 'cve_list_v5', channel: 'sweep', match: '20 2 * * *', catchUpMinutes: 720 },
  { source: 'osv', channel: 'delta', match: '8,23,38,53 * * * *', catchUpMinutes: 15 },
  { source: 'osv', channel: 'sweep', match: '20 3 * * *', catchUpMinutes: 720 },
  { source: 'advisory', channel: 'delta', match: '12,42 * * * *', catchUpMinutes: 30 },
  { source: 'nvd', channel: 'delta', match: '17 */2 * * *', catchUpMinutes: 120 },
  { source: 'channels', channel: 'bulk', match: '1,11,21,31,41,51 * * * *', catchUpMinutes: 10 },
  // After the channels: a small question for each, and the list of one that has moved.
  { source: 'packages', channel: 'bulk', match: '5,15,25,35,45,55 * * * *', catchUpMinutes: 10 },
  { source: 'dependencies', channel: 'bulk', match: '9,19,29,39,49,59 * * * *', catchUpMinutes: 10 },
  { source: 'nixpkgs', channel: 'delta', match: '4,14,24,34,44,54 * * * *', catchUpMinutes: 10 },
  { source: 'nixpkgs', channel: 'sweep', match: '50 2 * * *', catchUpMinutes: 720 },
  { source: 'metasploit', channel: 'bulk', match: '26 4 * * *', catchUpMinutes: 720 },
  { source: 'nuclei', channel: 'bulk', match: '36 4 * * *', catchUpMinutes: 720 },
  { source: 'exploitdb', channel: 'bulk', match: '46 4 * * *', catchUpMinutes: 720 },
  // Published about noon and often later: what is there already costs one request.
  { source: 'epss', channel: 'delta', match: '41 12,14,16,18,20,22 * * *', catchUpMinutes: 720 },
];

/** When each channel of the sources at hand is read; a test holds it against how often their infos promise. */
export function timetable(feeds: Feeds): CronItem[] {
  const due = ENTRIES.filter(({ source, channel }) => feeds.get(source)?.source.channels[channel] !== undefined);
  return due.map(({ source, channel, match, catchUpMinutes }) => {
    const { task, payload, spec } = sourceJob(source, channel);
    const backfillPeriod = catchUpMinutes * 60_000;
    const options = { ...spec, backfillPeriod, jobKeyMode: 'replace' } as const;
    return { task, match, identifier: `${source}:${channel}`, payload, options };
  });
}
