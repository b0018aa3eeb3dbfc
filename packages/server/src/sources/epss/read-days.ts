import type { SourceDeps, SourceItem, SourceLog } from '../source.ts';
import { checkDay, type DayFile, fetchDay, RefusedDay } from './day-file.ts';
import { type Day, dayAt, daysBefore, daysFrom } from './days.ts';
import type { EpssPosition } from './position.ts';
import type { EpssScores } from './scores.ts';

export interface DaysRead {
  /** Null if there has never been a good file. */
  readonly position: EpssPosition | null;
  /** The first invalid file. Later days were read anyway. */
  readonly refused: RefusedDay | null;
}

/** Files have come days late. After this long, they never will. */
const AWAITED_DAYS = 7;

/** Oldest first, with a checkpoint after each good file. `last` is what the first one is compared with. */
export async function* readDays(
  deps: SourceDeps,
  url: string,
  days: readonly Day[],
  last: EpssPosition | null,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<EpssScores>, DaysRead> {
  const { log, now } = deps;
  const earliest = daysBefore(dayAt(now()), AWAITED_DAYS);
  const missing = new Set(last?.awaited);
  let position = last;
  let refused: RefusedDay | null = null;
  for (const day of days) {
    missing.delete(day);
    const found = await goodFile(day, position);
    if (found === null || found instanceof RefusedDay) {
      refused ??= found;
      if (day >= earliest) missing.add(day);
      else log.warn({ source: 'epss', day, reason: found?.message ?? 'no file' }, 'a day is given up');
      continue;
    }
    tellOdd(log, day, found, position);
    position = positionAfter(position, day, found, missing);
    yield found.record;
    yield { checkpoint: JSON.stringify(position) };
  }
  const end = position && { ...position, awaited: findAwaitedDays(missing, position.day) };
  if (end !== null && JSON.stringify(end) !== JSON.stringify(position)) yield { checkpoint: JSON.stringify(end) };
  return { position: end, refused };

  async function goodFile(day: Day, before: EpssPosition | null): Promise<DayFile | RefusedDay | null> {
    try {
      const found = await fetchDay(deps, url, day, signal);
      if (found !== null) checkDay(day, found, before);
      return found;
    } catch (error) {
      if (error instanceof RefusedDay) return error;
      throw error;
    }
  }
}

/** Files have been corrected within days. */
const CORRECTED_DAYS = 5;

/** Reads recent days again if their file has changed. Keeps the first file if the new one is invalid. */
export async function* readCorrections(
  deps: SourceDeps,
  url: string,
  last: EpssPosition,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<EpssScores>> {
  const days = [...daysFrom(daysBefore(last.day, CORRECTED_DAYS - 1), last.day)];
  const held = await deps.held(days);
  for (const day of days) {
    const known = held.get(day)?.modified ?? null;
    if (known === null) continue;
    try {
      const found = await fetchDay(deps, url, day, signal, known);
      if (found === null) continue;
      checkDay(day, found, last);
      yield found.record;
    } catch (error) {
      if (!(error instanceof RefusedDay)) throw error;
      deps.log.warn({ source: 'epss', day, reason: error.message }, 'a corrected day is not taken');
    }
  }
}

/** A late file of an earlier day must not become the reference for the next. */
function positionAfter(last: EpssPosition | null, day: Day, { file }: DayFile, missing: Set<Day>): EpssPosition {
  const newest = last === null || day > last.day ? { day, rows: file.count, model: file.modelVersion } : last;
  return { ...newest, awaited: findAwaitedDays(missing, newest.day) };
}

/** Days after the newest are requested anyway. */
function findAwaitedDays(missing: ReadonlySet<Day>, newest: Day): Day[] {
  return [...missing].filter((day) => day < newest).sort();
}

function tellOdd(log: SourceLog, day: Day, { file }: DayFile, last: EpssPosition | null): void {
  const { modelVersion: model, bad, columns } = file;
  if (bad > 0) log.warn({ source: 'epss', day, bad }, 'lines are left out');
  if (columns.split(',').length > 3) log.warn({ source: 'epss', day, columns: columns.slice(0, 200) }, 'new columns');
  if (last !== null && day > last.day && model !== last.model) {
    log.info({ source: 'epss', day, from: last.model, to: model }, 'another model: all scores move');
  }
}
