import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

export interface Span {
  readonly label: string;
  /** Null where it is not known: nothing is drawn, and the note says why. */
  readonly middle: number | null;
  readonly low: number | null;
  /** Null beside a middle: it has no upper end within what was watched. */
  readonly high: number | null;
  readonly note: string;
}

export interface Spans {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly spans: readonly Span[];
  /** What the numbers are, such as `days`. */
  readonly unit: string;
}

const WIDTH = 720;
const LABELS = 132;
const NOTES = 170;
const ROW = 34;
const TOP = 6;
const FOOT = 28;

/** A point with a line from its low to its high end, one row for each: medians with their intervals. */
export function spans({ id, title, description, spans: rows, unit }: Spans): Markup {
  const room = WIDTH - LABELS - NOTES;
  const largest = Math.max(1, ...rows.flatMap(({ low, middle, high }) => [low ?? 0, middle ?? 0, high ?? 0]));
  // Room for the head of an arrow behind the last point.
  const most = rows.some(({ middle, high }) => middle !== null && high === null) ? largest * 1.12 : largest;
  const x = (value: number) => (LABELS + (value / most) * room).toFixed(1);
  const height = TOP + rows.length * ROW + FOOT;
  const lines = rows.map((row, i) => {
    const y = TOP + i * ROW + ROW / 2;
    return html`<text x="${LABELS - 10}" y="${y + 4}" text-anchor="end">${row.label}</text>${drawn(row, x, y, most)}<text class="note" x="${WIDTH - NOTES + 12}" y="${y + 4}">${row.note}</text>\n`;
  });
  return html`<div class="scroll drawing" tabindex="0" role="region" aria-label="${title}, drawn"><svg class="chart" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
<line class="ink-soft" x1="${LABELS}" y1="${TOP}" x2="${LABELS}" y2="${height - FOOT}" stroke="currentColor"/>
${ticks(most).map((value) => html`<line class="ink-line" x1="${x(value)}" y1="${TOP}" x2="${x(value)}" y2="${height - FOOT}" stroke="currentColor"/><text class="note" x="${x(value)}" y="${height - 8}" text-anchor="middle">${value} ${unit}</text>`)}
${lines}
</svg></div>`;
}

function drawn({ low, middle, high }: Span, x: (value: number) => string, y: number, most: number): Markup | string {
  if (middle === null) return '';
  const from = low ?? middle;
  // An end that nobody has seen is an arrow, not a bar.
  const end = high === null ? `M${x(most)} ${y}l-7 -5m7 5l-7 5` : `M${x(high)} ${y - 6}v12`;
  return html`<g class="ink-calm"><path d="M${x(from)} ${y - 6}v12M${x(from)} ${y}H${x(high ?? most)}${end}" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="${x(middle)}" cy="${y}" r="5" fill="currentColor"/></g>`;
}

/** Two to five round numbers up to the largest. */
function ticks(most: number): number[] {
  const rough = most / 4;
  const size = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = ([1, 2, 5, 10].find((each) => each * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step);
}
