import type { LifecycleEvent } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { table } from '../markup.ts';
import { day, sourceName, time } from '../parts/words.ts';
import type { CvePageModel } from './model.ts';

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

/** When what happened, drawn and as a table, and the way to any past day. */
export function timelineContent({ lifecycle, dossier, at, now }: CvePageModel): Markup {
  const { id } = dossier.canonical;
  const { events, intervals } = lifecycle;
  const rows = events.map(({ at: when, type, source, evidence, atLatest, imported }) => [
    html`${time(when)}${atLatest === true ? ' or before' : ''}`,
    imported === true ? 'Taken over by a database' : typeName(type),
    html`${sourceName(source)}, ${evidence.record}`,
  ]);
  return html`${
    events.length === 0
      ? html`<p>No source dates anything about it.</p>`
      : html`${drawing(events)}
${table('Events', COLUMNS, rows)}`
  }
${intervals.length === 0 ? '' : html`<p class="note">${intervals.map(({ from, to, days }) => `${typeName(from)} to ${typeName(to).toLowerCase()}: ${days} day${Math.abs(days) === 1 ? '' : 's'}`).join('; ')}.</p>`}
<form class="asof" method="get" action="/${id}"><label>As it was known on <input type="date" name="at" value="${(at ?? now).slice(0, 10)}" max="${now.slice(0, 10)}" required></label> <button>Show</button>${at === null ? '' : html` <a href="/${id}">Back to today</a>`}</form>
<p class="note"><a href="/${id}/history">History</a>: every observed version of every record, with what changed.</p>`;
}

const COLUMNS = [
  ['Date', 'name'],
  ['Event', 'brief'],
  ['Source', 'prose'],
] as const;

const WIDTH = 720;
const HEIGHT = 92;
const MARGIN = 14;

/** Events on a line, with labels in turn above and below; those of one day share a mark. */
function drawing(events: readonly LifecycleEvent[]): Markup | string {
  const byDay = [...Map.groupBy(events, ({ at }) => at.slice(0, 10))];
  const [first] = byDay;
  const last = byDay.at(-1);
  if (first === undefined || last === undefined || byDay.length < 2) return '';
  const begin = Date.parse(first[0]);
  const span = Math.max(1, Date.parse(last[0]) - begin);
  const x = (at: string) => MARGIN + ((Date.parse(at) - begin) / span) * (WIDTH - 2 * MARGIN);
  const marks = byDay.slice(0, 12).map(([at, those], index) => {
    const place = x(at);
    const above = index % 2 === 0;
    const names = [...new Set(those.map(({ type }) => typeName(type)))];
    const label = `${names[0]}${names.length > 1 ? ` +${names.length - 1}` : ''}`;
    const anchor = place < WIDTH * 0.15 ? 'start' : place > WIDTH * 0.85 ? 'end' : 'middle';
    return html`<line x1="${place.toFixed(1)}" x2="${place.toFixed(1)}" y1="${above ? 26 : 46}" y2="${above ? 46 : 66}" stroke="currentColor" stroke-opacity=".4"/><circle cx="${place.toFixed(1)}" cy="46" r="5" fill="currentColor"/><text x="${place.toFixed(1)}" y="${above ? 20 : 80}" text-anchor="${anchor}">${label}</text>`;
  });
  const words = `From ${day(first[0])} to ${day(last[0])}: ${byDay.length} days with events, listed in the table below.`;
  return html`<div class="scroll drawing" tabindex="0" role="region" aria-label="Timeline drawing"><svg class="timeline" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}"><line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="46" y2="46" stroke="currentColor" stroke-opacity=".4" stroke-width="2"/>${marks}</svg></div>`;
}
