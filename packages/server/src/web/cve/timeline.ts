import type { LifecycleEvent } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { table } from '../markup.ts';
import { day, sourceName, time } from '../parts/words.ts';
import { assignLanes, joinNear } from './timeline-layout.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['reserved', 'Reserved'],
  ['published', 'Published'],
  ['advisory', 'Advisory'],
  ['poc', 'Proof of concept'],
  ['kev_added', 'Exploited (KEV)'],
  ['issue_opened', 'Issue opened'],
  ['pr_opened', 'Pull request opened'],
  ['pr_merged', 'Pull request merged'],
  ['channel_reached', 'In a channel'],
  ['rejected', 'Rejected'],
]);

const typeName = (type: string) => TYPES.get(type) ?? type;

export function timelineContent({ lifecycle, dossier, at, now }: CvePageModel): Markup {
  const { id } = dossier.canonical;
  const { events, intervals } = lifecycle;
  const rows = events.map(({ at: when, type, source, evidence, atLatest, imported }) => [
    html`${time(when)}${atLatest === true ? ' or before' : ''}`,
    imported === true ? 'Imported into a database' : typeName(type),
    html`${sourceName(source)}, ${evidence.record}`,
  ]);
  return html`${
    events.length === 0
      ? html`<p>No source gives a date.</p>`
      : html`${drawing(events)}
${table('Events', COLUMNS, rows)}`
  }
${intervals.length === 0 ? '' : html`<p class="note">${intervals.map(({ from, to, days }) => `${typeName(from)} to ${typeName(to).toLowerCase()}: ${days} day${Math.abs(days) === 1 ? '' : 's'}`).join('; ')}.</p>`}
<form class="asof" method="get" action="/${id}"><label>As of <input type="date" name="at" value="${(at ?? now).slice(0, 10)}" max="${now.slice(0, 10)}" required></label> <button>Show</button>${at === null ? '' : html` <a href="/${id}">Back to today</a>`}</form>
<p class="note"><a href="/${id}/history">History</a>: every observed version of every record, and what changed.</p>`;
}

const COLUMNS = [
  ['Date', 'name'],
  ['Event', 'brief'],
  ['Source', 'prose'],
] as const;

/** In pixels. The drawing scrolls below this width and stretches above it; the style leaves room for the last label. */
const MIN_WIDTH = 480;
const LANE_HEIGHT = 18;
/** Wide enough for the widest common font at 12 px. */
const CHARACTER_WIDTH = 7.5;
const MAX_MARKS = 12;
const MIN_GAP = 12;

type Day = readonly [day: string, events: readonly LifecycleEvent[]];

/**
 * Events of one day, and days too close to tell apart, share a mark. Labels that fit at the minimum width fit at any
 * other.
 */
function drawing(events: readonly LifecycleEvent[]): Markup | string {
  const byDay: Day[] = [...Map.groupBy(events, ({ at }) => at.slice(0, 10))];
  const [first] = byDay;
  const last = byDay.at(-1);
  if (first === undefined || last === undefined || byDay.length < 2) return '';
  const begin = Date.parse(first[0]);
  const span = Math.max(1, Date.parse(last[0]) - begin);
  const x = ([at]: Day) => ((Date.parse(at) - begin) / span) * MIN_WIDTH;
  const groups = joinNear(byDay, x, { minGap: MIN_GAP, maxGroups: MAX_MARKS });
  const marks = groups.map((days) => ({
    x: x(days[0] as Day),
    width: measureLabel(formatLabel(days)),
    label: formatLabel(days),
  }));
  const lanes = assignLanes(marks);
  const line = (Math.max(...lanes) + 1) * LANE_HEIGHT + 8;
  const drawn = marks.map(({ x: place, label }, i) => {
    const left = `${((place / MIN_WIDTH) * 100).toFixed(2)}%`;
    const top = line - 8 - (lanes[i] ?? 0) * LANE_HEIGHT;
    return html`<line x1="${left}" x2="${left}" y1="${top - 10}" y2="${line}" stroke="currentColor" stroke-opacity=".4"/><circle cx="${left}" cy="${line}" r="4" fill="currentColor"/><text x="${left}" dx="5" y="${top}">${label}</text>`;
  });
  const words = `From ${day(first[0])} to ${day(last[0])}: ${byDay.length} days with events, listed in the table below.`;
  return html`<div class="scroll drawing" tabindex="0" role="region" aria-label="Timeline drawing"><svg class="timeline stretched" width="100%" height="${line + 8}" role="img" aria-label="${words}"><line x1="0" x2="100%" y1="${line}" y2="${line}" stroke="currentColor" stroke-opacity=".4" stroke-width="2"/>${drawn}</svg></div>`;
}

/** `10 Dec 2021: Exploited (KEV) +2`: the most important event, and how many others. */
function formatLabel(days: readonly Day[]): string {
  const events = days.flatMap(([, those]) => those);
  const [first] = events.toSorted((a, b) => rankEvent(a) - rankEvent(b));
  const others = new Set(events.map(({ type }) => type)).size - 1;
  return `${day(first?.at ?? '')}: ${typeName(first?.type ?? '')}${others > 0 ? ` +${others}` : ''}`;
}

const TELLING_FIRST = ['kev_added', 'rejected', 'published', 'patch_released', 'channel_reached', 'pr_merged', 'poc'];

function rankEvent({ type }: LifecycleEvent): number {
  const rank = TELLING_FIRST.indexOf(type);
  return rank === -1 ? TELLING_FIRST.length : rank;
}

function measureLabel(label: string): number {
  return label.length * CHARACTER_WIDTH;
}
