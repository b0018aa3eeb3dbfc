import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** A small drawing is one of several on a page: it has the first rows, and neither legend nor axis. */
export type ChartSize = 'full' | 'small';

/** Rows of a small drawing. */
export const MAX_SMALL_ROWS = 6;

/** One line of a drawing: what it is about, what is drawn of it, and what is written behind. */
export interface DrawnRow {
  readonly label: string;
  readonly note: string;
  readonly height: number;
  /** Across they are measured in percent, so that a drawing is as wide as its page has room for. */
  readonly shapes: readonly Markup[];
}

/** Rows one below the other. Words are words of the page and never shrink; only what is drawn between them does. */
export function drawing(title: string, description: string, rows: readonly DrawnRow[], shared?: Markup): Markup {
  const lines = rows.map(
    ({ label, note, height, shapes }) =>
      html`<span>${label}</span><svg width="100%" height="${height}">${shapes}</svg><span class="note">${note}</span>\n`,
  );
  return html`<div class="chart" role="img" aria-label="${`${title}. ${description}`.trim()}">
${shared === undefined ? '' : html`<svg class="shared" width="0" height="0">${shared}</svg>`}${lines}</div>`;
}
