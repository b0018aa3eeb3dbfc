import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { type ChartSize, drawing, MAX_SMALL_ROWS } from './rows.ts';

export interface Span {
  readonly label: string;
  /** Null if unknown: nothing is drawn, and the note says why. */
  readonly middle: number | null;
  readonly low: number | null;
  /** Null if the upper end has not been observed. */
  readonly high: number | null;
  readonly note: string;
}

export interface Spans {
  readonly title: string;
  readonly description: string;
  readonly spans: readonly Span[];
  readonly unit: string;
}

const ROWS = { full: 34, small: 20 } as const;
const FOOT = 20;

/** Draws medians with their confidence intervals. */
export function spans({ title, description, spans: all, unit }: Spans, size: ChartSize = 'full'): Markup {
  const isSmall = size === 'small';
  const rows = isSmall ? all.slice(0, MAX_SMALL_ROWS) : all;
  if (rows.every(({ middle }) => middle === null)) return html``;
  const largest = Math.max(1, ...rows.flatMap(({ low, middle, high }) => [low ?? 0, middle ?? 0, high ?? 0]));
  // Leaves room for an arrow head and for the label of the last tick.
  const most = largest * 1.12;
  const x = (value: number) => `${((value / most) * 100).toFixed(2)}%`;
  const marks = ticks(largest);
  const height = ROWS[size];
  const lines = marks.map((value) => upright('ink-line', x(value), 0, height));
  const drawn = rows.map((row) => ({
    label: row.label,
    note: row.note,
    height,
    shapes: [upright('ink-soft', '0', 0, height), ...lines, ...shapesOf(row, x, height / 2)],
  }));
  const numbers = marks.map(
    (value, i) =>
      html`<text x="${x(value)}" y="14" text-anchor="middle">${value}${i === marks.length - 1 ? ` ${unit}` : ''}</text>`,
  );
  if (isSmall) return drawing(title, '', drawn);
  return drawing(title, description, [...drawn, { label: '', note: '', height: FOOT, shapes: numbers }]);
}

function upright(ink: string, x: string, from: number, to: number): Markup {
  return html`<line class="${ink}" x1="${x}" y1="${from}" x2="${x}" y2="${to}" stroke="currentColor"/>`;
}

function shapesOf({ low, middle, high }: Span, x: (value: number) => string, y: number): readonly Markup[] {
  if (middle === null) return [];
  const [from, to] = [x(low ?? middle), high === null ? '100%' : x(high)];
  const end =
    high === null
      ? html`<svg class="head" x="100%" y="${y}"><path d="M0 0l-7 -5m7 5l-7 5" fill="none" stroke="currentColor" stroke-width="2"/></svg>`
      : upright('', to, y - 6, y + 6);
  return [
    html`<g class="ink-calm" stroke-width="2">${upright('', from, y - 6, y + 6)}<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" stroke="currentColor"/>${end}<circle cx="${x(middle)}" cy="${y}" r="5" fill="currentColor"/></g>`,
  ];
}

/** Returns two to five round numbers. */
function ticks(most: number): number[] {
  const rough = most / 4;
  const size = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = ([1, 2, 5, 10].find((each) => each * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step);
}
