import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { type Fill, filled, patterns } from './fills.ts';
import { type ChartSize, drawing, MAX_SMALL_ROWS } from './rows.ts';

export interface Bar {
  readonly label: string;
  /** In the order in which they stand; nothing is drawn of zeros. */
  readonly parts: readonly { readonly fill: Fill; readonly value: number }[];
  /** Written behind the bar. */
  readonly note: string;
}

export interface Bars {
  /** Of this drawing, unique on its page. */
  readonly id: string;
  readonly title: string;
  /** The drawing in a sentence or two, for those who do not see it; the numbers stand in a table beside it. */
  readonly description: string;
  readonly legend: readonly { readonly fill: Fill; readonly text: string }[];
  readonly bars: readonly Bar[];
  /** `share`: every bar is as long as the others, and its parts show how it is divided. */
  readonly scale: 'amount' | 'share';
}

const THICKNESS = { full: 18, small: 11 } as const;
/** Percent: what is there can be seen, however small it is beside the rest. */
const LEAST = 0.4;

/** Horizontal bars, plain or divided. One form serves all of them: what is compared stands one below the other. */
export function bars({ id, title, description, legend, bars: all, scale }: Bars, size: ChartSize = 'full'): Markup {
  const isSmall = size === 'small';
  const rows = isSmall ? all.slice(0, MAX_SMALL_ROWS) : all;
  const thickness = THICKNESS[size];
  if (rows.length === 0) return html``;
  const sums = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const drawn = rows.map(({ label, parts, note }, i) => ({
    label,
    note,
    height: thickness + 2,
    shapes: shapesOf(id, parts, scale === 'share' ? Math.max(1, sums[i] ?? 1) : most, thickness),
  }));
  return html`${isSmall ? '' : legendOf(id, legend)}${drawing(title, isSmall ? '' : description, drawn, patterns(id))}`;
}

function shapesOf(id: string, parts: Bar['parts'], all: number, thickness: number): readonly Markup[] {
  let from = 0;
  return parts.flatMap(({ fill, value }) => {
    if (value <= 0) return [];
    const width = Math.max(LEAST, (value / all) * 100);
    const shape = filled(id, fill, `${from.toFixed(2)}%`, 1, `${width.toFixed(2)}%`, thickness);
    from += width;
    return [shape];
  });
}

/** Outside the drawing, so that it breaks into lines where the page is narrow; its patterns are those of the drawing. */
function legendOf(id: string, legend: Bars['legend']): Markup | string {
  if (legend.length === 0) return '';
  const entries = legend.map(
    ({ fill, text }) =>
      html`<li><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${filled(id, fill, '1', 1, '14', 14)}</svg> ${text}</li>\n`,
  );
  return html`<ul class="legend">${entries}</ul>`;
}
