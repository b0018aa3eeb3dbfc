import type { Reader } from '../reader.ts';
import { type Source, type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import { type Day, dayAt, daysBefore, daysFrom } from './days.ts';
import type { EpssAddresses } from './definition.ts';
import { rereadScores, scoresOfEvidence } from './evidence.ts';
import { fetchScore } from './one-score.ts';
import { type EpssPosition, epssPositionAt, readEpssPosition } from './position.ts';
import { readCorrections, readDays } from './read-days.ts';
import type { EpssScores } from './scores.ts';

/** A store that answers 403 to everything looks as if the next file were late, so only this many days are tolerated. */
const SILENT_DAYS = 3;

export const epssReader: Reader<EpssAddresses> = { open: epss, decode: scoresOfEvidence };

export function epss({ url, apiUrl, firstDays = 3, catchUpDays = 1_000 }: EpssAddresses): Source<EpssScores> {
  return {
    id: 'epss',
    volatile: [],
    upstreams: [{ url }, { url: apiUrl }],
    channels: { bulk: { read: bulk }, delta: { read: delta, positionAt: epssPositionAt } },
    first: 'bulk',
    fetchOne: ({ http }, key, signal) => fetchScore(http, apiUrl, key, signal),
    reread: rereadScores,
  };

  /** Leaves faulty days to the deltas, which request them again. */
  async function* bulk(
    deps: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<EpssScores>> {
    const today = dayAt(deps.now());
    const last = readEpssPosition(since);
    const days = [...daysFrom(daysBefore(today, firstDays - 1), today)];
    const { position, refused } = yield* readDays(deps, url, days, last && { ...last, awaited: [] }, signal);
    if (position === null) throw refused ?? new UnexpectedUpstream('epss', `has no file since ${days[0]}`);
    refuseSilence(position, today);
    yield { checkpoint: JSON.stringify(position), channel: 'delta' };
  }

  async function* delta(
    deps: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<EpssScores>> {
    const last = readEpssPosition(since);
    if (last === null) {
      yield* bulk(deps, null, signal);
      return;
    }
    const today = dayAt(deps.now());
    const { refused, position } = yield* readDays(deps, url, daysSince(deps, last, today), last, signal);
    yield* readCorrections(deps, url, last, signal);
    if (refused !== null) throw refused;
    refuseSilence(position ?? last, today);
  }

  function daysSince({ log }: SourceDeps, { day, awaited }: EpssPosition, today: Day): Day[] {
    const next = daysBefore(day, -1);
    const earliest = daysBefore(today, catchUpDays - 1);
    if (next >= earliest) return [...awaited, ...daysFrom(next, today)];
    log.warn({ source: 'epss', from: next, to: daysBefore(earliest, 1) }, 'days are left out');
    return [...daysFrom(earliest, today)];
  }
}

function refuseSilence({ day }: EpssPosition, today: Day): void {
  if (day < daysBefore(today, SILENT_DAYS)) throw new UnexpectedUpstream('epss', `has no file since ${day}`);
}
