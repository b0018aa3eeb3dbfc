import { crc32 } from 'node:zlib';
import type { Timeline } from '../world/timeline.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import { DAY } from '../world/when.ts';

/** The days with known scores. */
export const KNOWN_DAYS = ['2026-08-09', '2026-08-16'] as const;

/** Before this there were no scores. */
const FIRST_DAY = '2021-04-14';
/** So many months before the first known day the score begins to move. */
const MONTHS = 18;
const MONTH = 30 * DAY;
/** What was not known to be exploited yet had this part of its later score. */
const BEFORE_EXPLOITATION = 0.2;

interface Course {
  readonly id: string;
  readonly known: readonly [number, number, number, number];
  readonly published: string;
  /** The day it became known that it is exploited. */
  readonly exploited?: string | undefined;
}

type Step = NonNullable<Vulnerability['epss']>[number];

/** EPSS over time: real on the two known days and after them, constructed before, the same on every call. */
export function epssCourse({
  id,
  known,
  published,
  exploited,
}: Course): Timeline<{ score: number; percentile: number }> {
  const [score, percentile, laterScore, laterPercentile] = known;
  const [firstKnown, secondKnown] = KNOWN_DAYS.map((day) => Date.parse(day)) as [number, number];
  const scored = Math.max(Date.parse(published.slice(0, 10)) + 2 * DAY, Date.parse(FIRST_DAY));
  const exploitedFrom = exploited === undefined ? 0 : Date.parse(exploited);
  const steps: Step[] = [];
  for (const at of [...monthsBetween(scored, firstKnown), exploitedFrom].toSorted((a, b) => a - b)) {
    if (at < scored || at >= firstKnown) continue;
    const part = partAt(id, (firstKnown - at) / MONTH) * (at < exploitedFrom ? BEFORE_EXPLOITATION : 1);
    steps.push(stepAt(at, score * part, 1 - (1 - percentile) * (1 + (1 - part))));
  }
  const [first, ...rest] = [
    ...steps,
    stepAt(firstKnown, score, percentile),
    stepAt(secondKnown, laterScore, laterPercentile),
  ];
  return [first as { at: Step['at']; set: { score: number; percentile: number } }, ...rest];
}

function* monthsBetween(scored: number, firstKnown: number): Generator<number> {
  yield scored;
  for (let month = MONTHS; month >= 1; month -= 1) yield firstKnown - month * MONTH;
}

/** The part of the later score so many months before: less and less, and never quite the same. */
function partAt(id: string, months: number): number {
  const noise = ((crc32(`${id} ${Math.round(months)}`) % 1000) / 1000 - 0.5) * 0.06;
  return Math.min(1, 1 - 0.03 * Math.min(months, MONTHS) + noise);
}

function stepAt(at: number, score: number, percentile: number): Step {
  const set = { score: Math.max(0.00001, score), percentile: Math.max(0, Math.min(1, percentile)) };
  return { at: { at: new Date(at).toISOString() }, set };
}
