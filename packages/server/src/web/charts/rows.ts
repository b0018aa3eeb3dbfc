import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** Small drawings fit into cards: fewer rows and no axis. */
export type ChartSize = 'full' | 'small';

export const MAX_SMALL_ROWS = 6;

export interface DrawnRow {
  readonly label: string;
  readonly note: string;
  readonly height: number;
  /** Uses percentages, so that drawings fill the width. */
  readonly shapes: readonly Markup[];
}

/** On narrow pages only the shapes shrink, because labels are HTML. */
export function drawing(title: string, description: string, rows: readonly DrawnRow[], shared?: Markup): Markup {
  const lines = rows.map(
    ({ label, note, height, shapes }) =>
      html`<span>${label}</span><svg width="100%" height="${height}">${shapes}</svg><span class="note">${note}</span>\n`,
  );
  return html`<div class="chart" role="img" aria-label="${`${title}. ${description}`.trim()}">
${shared === undefined ? '' : html`<svg class="shared" width="0" height="0">${shared}</svg>`}${lines}</div>`;
}
