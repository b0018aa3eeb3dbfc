import { gzipSync } from 'node:zlib';
import type { FeedRecord, RecordFeed } from '../feed/record-feed.ts';
import { memo } from '../frame/memo.ts';
import { stateAt } from '../world/timeline.ts';
import { DAY, instantOf, type When } from '../world/when.ts';
import type { World } from '../world/world.ts';

export interface EpssRules {
  /** Hours after midnight UTC when a day's file appears; over 24 means the next day. */
  readonly publishedHour: number;
  /** The first day of the next model: all scores move. */
  readonly modelChange?: When;
}

/** Scores start here. */
const FIRST_DAY = '2021-04-14';
/** Since this day, files begin with a comment that names model and date. */
const FIRST_COMMENT = '2022-02-04';
const HOUR = 3_600_000;

/** One file per day, made on demand. */
export function epssFeed(world: World, start: number, rules: EpssRules): RecordFeed {
  const files = memo<Buffer>(4);
  const change = rules.modelChange === undefined ? null : dateOf(instantOf(rules.modelChange, start));
  return { size: Math.floor((start - Date.parse(FIRST_DAY)) / DAY), records, find };

  function find(date: string): FeedRecord | null {
    const midnight = midnightOf(date);
    if (midnight === null || date < FIRST_DAY) return null;
    const at = midnight + rules.publishedHour * HOUR;
    const bytes = () => files(date, () => gzipSync(fileOf(date, midnight + DAY / 2), { level: 4 }));
    return { id: date, revisions: [{ at, bytes, value: () => ({}) }] };
  }

  function* records(): Generator<FeedRecord> {
    for (let at = Date.parse(FIRST_DAY); at <= start; at += DAY) {
      const file = find(dateOf(at));
      if (file !== null) yield file;
    }
  }

  function fileOf(date: string, noon: number): string {
    const next = change !== null && date >= change;
    const rows: [id: string, row: string][] = [];
    for (const { id, epss } of world.entries()) {
      const state = stateAt(epss, noon, start);
      if (state === null) continue;
      const score = decimal(next ? state.score ** 1.3 : state.score);
      rows.push([id, `${id},${score},${decimal(state.percentile)}`]);
    }
    rows.sort(([a], [b]) => byYearAndNumber(a, b));
    const head = [...(date < FIRST_COMMENT ? [] : [commentOf(date, next)]), 'cve,epss,percentile'];
    return `${[...head, ...rows.map(([, row]) => row)].join('\n')}\n`;
  }
}

/** The start of the day in UTC, or null. */
export function midnightOf(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(midnight) && dateOf(midnight) === date ? midnight : null;
}

export function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Files write their date in two ways. */
function commentOf(date: string, next: boolean): string {
  return next
    ? `#model_version:v2026.09.01,score_date:${date}T12:55:00Z`
    : `#model_version:v2025.03.14,score_date:${date}T00:00:00+0000`;
}

/** At most five decimals, never an exponent, never empty. */
function decimal(value: number): string {
  return Math.max(value, 0.00001)
    .toFixed(5)
    .replace(/\.?0{1,5}$/, '');
}

function byYearAndNumber(a: string, b: string): number {
  return Number(a.slice(4, 8)) - Number(b.slice(4, 8)) || Number(a.slice(9)) - Number(b.slice(9));
}
