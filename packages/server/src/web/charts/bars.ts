import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { type Fill, filled, patterns } from './fills.ts';

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

const WIDTH = 720;
const LABELS = 132;
const NOTES = 128;
const ROW = 30;
const THICK = 18;
const LEAST = 1.5;
const TOP = 4;

/** Horizontal bars, plain or divided. One form serves all of them: what is compared stands one below the other. */
export function bars({ id, title, description, legend, bars: rows, scale }: Bars): Markup {
  const room = WIDTH - LABELS - NOTES;
  const sums = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const height = TOP + rows.length * ROW + 4;
  const lines = rows.map((row, i) => {
    const y = TOP + i * ROW + (ROW - THICK) / 2;
    const unit = room / (scale === 'share' ? Math.max(1, sums[i] ?? 1) : most);
    return html`<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${row.label}</text>${drawn(id, row, y, unit)}`;
  });
  return html`${legendOf(id, legend)}<div class="scroll drawing" tabindex="0" role="region" aria-label="${title}, drawn"><svg class="chart" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${patterns(id)}
<line class="ink-soft" x1="${LABELS}" y1="${TOP}" x2="${LABELS}" y2="${height - 4}" stroke="currentColor"/>
${lines}
</svg></div>`;
}

function drawn(id: string, { parts, note }: Bar, y: number, unit: number): Markup {
  let x = LABELS;
  const shapes = parts.flatMap(({ fill, value }) => {
    if (value <= 0) return [];
    // What is there can be seen, however small it is beside the rest.
    const width = Math.max(LEAST, value * unit);
    const shape = filled(id, fill, x, y, width, THICK);
    x += width;
    return [shape];
  });
  return html`${shapes}<text class="note" x="${(x + 8).toFixed(1)}" y="${y + 13}">${note}</text>\n`;
}

/** Outside the drawing, so that it breaks into lines where the page is narrow; its patterns are those of the drawing. */
function legendOf(id: string, legend: Bars['legend']): Markup | string {
  if (legend.length === 0) return '';
  const entries = legend.map(
    ({ fill, text }) =>
      html`<li><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${filled(id, fill, 1, 1, 14, 14)}</svg> ${text}</li>\n`,
  );
  return html`<ul class="legend">${entries}</ul>`;
}
