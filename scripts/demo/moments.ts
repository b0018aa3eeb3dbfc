import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { SOURCES } from '../../packages/server/src/sources/catalogue.ts';
import type { ChannelName } from '../../packages/server/src/sources/source.ts';

export interface Reading {
  readonly source: SourceId;
  readonly channel: ChannelName;
}

interface Moment {
  readonly at: number;
  readonly readings: readonly Reading[];
}

const DAY = 86_400_000;

/** Days after something that everybody remembers, and two that facts are of. Before the third there are no scores. */
const PAST = ['2021-12-20', '2022-11-08', '2024-04-03', '2024-07-10', '2025-01-28', '2026-08-16'];
export const FIRST_SCORES = '2023-03-07';
/** The collection is looked at for so many days: before that there was no such channel. */
const DAYS_AGO = [70, 40, 11];
/** The last moment lies a little in the past, so that the look-alikes' clock has room. */
const BEFORE_NOW = 120_000;
/** The CVE list is read as a whole for the last time, so that what it announced since can be read by itself. */
const LAST_SWEEP_DAYS = 4;

const RECORDS: readonly SourceId[] = ['cve_list_v5', 'osv', 'advisory', 'nvd', 'kev', 'epss'];
const COLLECTION: readonly SourceId[] = ['channels', 'packages', 'nixpkgs', 'dependencies'];
/** All others that are read as a whole: the last moment is enough for them. */
const OTHERS = SOURCE_IDS.filter(
  (id) => SOURCES[id].schedule.length > 0 && !RECORDS.includes(id) && !COLLECTION.includes(id),
);

/** When the store of a demo is filled, oldest first, and what is read at each moment. */
export function momentsOf(now: number): Moment[] {
  const past = PAST.map((day) => ({
    at: Date.parse(`${day}T16:00:00Z`),
    sources: day < FIRST_SCORES ? RECORDS.filter((source) => source !== 'epss') : RECORDS,
  }));
  const recent = DAYS_AGO.map((days) => ({ at: now - days * DAY, sources: COLLECTION }));
  const last = { at: now - BEFORE_NOW, sources: [...RECORDS, ...COLLECTION, ...OTHERS] };
  const seen = new Set<SourceId>();
  const sweep = { at: now - LAST_SWEEP_DAYS * DAY, sources: ['cve_list_v5'] as const };
  return [...past, ...recent, sweep, last]
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, sources }) => ({
      at,
      readings: sources.map((source) => {
        const isLast = at === last.at && source === 'cve_list_v5';
        return isLast ? { source, channel: 'delta' } : readingOf(source, seen);
      }),
    }));
}

/** The first time everything; then everything once more where only that tells what is gone, else what has changed. */
function readingOf(source: SourceId, seen: Set<SourceId>): Reading {
  const again = seen.has(source);
  seen.add(source);
  return { source, channel: again ? (AGAIN[source] ?? 'bulk') : 'bulk' };
}

const AGAIN: Readonly<Partial<Record<SourceId, ChannelName>>> = {
  cve_list_v5: 'sweep',
  osv: 'sweep',
  advisory: 'delta',
  nvd: 'delta',
  nixpkgs: 'delta',
};
