import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { type Fill, filled, patterns } from './fills.ts';
import { type ChartSize, drawing, MAX_SMALL_ROWS } from './rows.ts';

export interface Bar {
  readonly label: string;
  /** From left to right. Zeros are not drawn. */
  readonly parts: readonly { readonly fill: Fill; readonly value: number }[];
  /** Text after the bar. */
  readonly note: string;
}

export interface Bars {
  /** Unique on its page. */
  readonly id: string;
  readonly title: string;
  /** For screen readers. A table nearby has the numbers. */
  readonly description: string;
  readonly legend: readonly { readonly fill: Fill; readonly text: string }[];
  readonly bars: readonly Bar[];
  /** `share` gives all bars the same length; a number is the value of a full-length bar. */
  readonly scale: 'amount' | 'share' | number;
}

const THICKNESS = { full: 18, small: 11 } as const;
/** Percent, so that small parts stay visible. */
const MIN_WIDTH = 0.4;

export function bars({ id, title, description, legend, bars: all, scale }: Bars, size: ChartSize = 'full'): Markup {
  const isSmall = size === 'small';
  const rows = isSmall ? all.slice(0, MAX_SMALL_ROWS) : all;
  const thickness = THICKNESS[size];
  if (rows.length === 0) return html``;
  const sums = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = typeof scale === 'number' ? scale : Math.max(1, ...sums);
  const drawn = rows.map(({ label, parts, note }, i) => ({
    label,
    note,
    height: thickness + 2,
    shapes: shapesOf(id, parts, scale === 'share' ? Math.max(1, sums[i] ?? 1) : most, thickness),
  }));
  return html`${drawing(title, isSmall ? '' : description, drawn, patterns(id))}${drawLegend(id, legend)}`;
}

function shapesOf(id: string, parts: Bar['parts'], all: number, thickness: number): readonly Markup[] {
  let from = 0;
  return parts.flatMap(({ fill, value }) => {
    if (value <= 0) return [];
    const width = Math.max(MIN_WIDTH, (value / all) * 100);
    const shape = filled(id, fill, `${from.toFixed(2)}%`, 1, `${width.toFixed(2)}%`, thickness);
    from += width;
    return [shape];
  });
}

/** HTML rather than SVG, so that it wraps on narrow pages. It reuses the drawing's patterns. */
function drawLegend(id: string, legend: Bars['legend']): Markup | string {
  if (legend.length === 0) return '';
  const entries = legend.map(
    ({ fill, text }) =>
      html`<li><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${filled(id, fill, '1', 1, '14', 14)}</svg> ${text}</li>\n`,
  );
  return html`<ul class="legend">${entries}</ul>`;
}
