import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** Small drawings are for cards: they have fewer rows and no axis. */
export type ChartSize = 'full' | 'small';

/** Rows of a small drawing. */
export const MAX_SMALL_ROWS = 6;

/** A row of a drawing: label, shapes and the text after them. */
export interface DrawnRow {
  readonly label: string;
  readonly note: string;
  readonly height: number;
  /** With horizontal positions in percent, so that drawings fill the width. */
  readonly shapes: readonly Markup[];
}

/** Lays out rows. Only the shapes shrink on narrow pages; labels are text of the page. */
export function drawing(title: string, description: string, rows: readonly DrawnRow[], shared?: Markup): Markup {
  const lines = rows.map(
    ({ label, note, height, shapes }) =>
      html`<span>${label}</span><svg width="100%" height="${height}">${shapes}</svg><span class="note">${note}</span>\n`,
  );
  return html`<div class="chart" role="img" aria-label="${`${title}. ${description}`.trim()}">
${shared === undefined ? '' : html`<svg class="shared" width="0" height="0">${shared}</svg>`}${lines}</div>`;
}
