import { percent } from '@almanac/core/scores';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { day } from '../parts/words.ts';

const WIDTH = 230;
const HEIGHT = 72;
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 4, 6, 16];

/** Where the axis may end; the first that is enough. Hundred-thousandths. */
const TOPS = [100, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000];

/** The scores of up to a year with their axes, and the same in words for those who do not see it. */
export function epssChart(scores: readonly { readonly day: string; readonly score: number }[]): Markup | string {
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined || scores.length < 2) return '';
  const values = scores.map(({ score }) => score);
  const most = Math.max(...values);
  const top = TOPS.find((end) => end >= most) ?? 100_000;
  const begin = Date.parse(first.day);
  const span = Math.max(1, Date.parse(last.day) - begin);
  const x = (at: string) => (LEFT + ((Date.parse(at) - begin) / span) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (score: number) => (HEIGHT - BOTTOM - (score / top) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const line = scores.map(({ day: at, score }) => `${x(at)},${y(score)}`).join(' ');
  const words = `From ${percent(first.score / 1e5)} on ${day(first.day)} to ${percent(last.score / 1e5)} on ${day(last.day)}; between ${percent(Math.min(...values) / 1e5)} and ${percent(most / 1e5)}`;
  const axis = (score: number) =>
    html`<line class="ink-line" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}" stroke="currentColor"/><text x="${LEFT - 4}" y="${y(score)}" dy="4" text-anchor="end">${score / 1_000} %</text>`;
  return html`<svg class="epss" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">${axis(top)}${axis(0)}
<text x="${LEFT}" y="${HEIGHT - 3}">${monthOf(first.day)}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 3}" text-anchor="end">${monthOf(last.day)}</text>
<polyline points="${line}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/><circle cx="${x(last.day)}" cy="${y(last.score)}" r="2.5" fill="currentColor"/></svg>`;
}

function monthOf(at: string): string {
  return day(at).split(' ').slice(1).join(' ');
}
