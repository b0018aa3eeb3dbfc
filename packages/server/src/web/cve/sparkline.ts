import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { day, percent } from '../parts/words.ts';

const WIDTH = 132;
const HEIGHT = 28;

/** The scores of the last days as a line, and the same in words for those who do not see it. */
export function sparkline(scores: readonly { readonly day: string; readonly score: number }[]): Markup | string {
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined || scores.length < 2) return '';
  const top = Math.max(...scores.map(({ score }) => score), 1);
  const begin = Date.parse(first.day);
  const span = Math.max(1, Date.parse(last.day) - begin);
  const x = (at: string) => (2 + ((Date.parse(at) - begin) / span) * (WIDTH - 4)).toFixed(1);
  const y = (score: number) => (HEIGHT - 3 - (score / top) * (HEIGHT - 6)).toFixed(1);
  const line = scores.map(({ day: at, score }) => `${x(at)},${y(score)}`).join(' ');
  const words = `From ${percent(first.score / 1e5)} on ${day(first.day)} to ${percent(last.score / 1e5)} on ${day(last.day)}`;
  return html`<svg class="spark" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}"><polyline points="${line}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/><circle cx="${x(last.day)}" cy="${y(last.score)}" r="2.5" fill="currentColor"/></svg>`;
}
