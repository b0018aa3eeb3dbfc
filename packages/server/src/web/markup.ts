import { html } from 'hono/html';
import { DIRECTION_MARKS } from '../platform/direction-marks.ts';

/** `html` escapes strings, and does not escape markup twice. */
export type Markup = ReturnType<typeof html>;

/** Removes direction marks, with which text from others could make a page read differently than it is written. */
export function textOf(page: Markup): string {
  if (page instanceof Promise) throw new Error('A page is made of what is at hand: nothing in it may be awaited');
  return page.toString().replaceAll(DIRECTION_MARKS, '');
}

/** Isolates the direction of text from others, so that it does not affect the text around it. */
export function said(text: Markup | string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** Turns names in backticks into code. */
export function prose(text: string): Markup {
  const parts = text.split('`');
  // Keeps an unpaired backtick as it is.
  const last = parts.length % 2 === 0 ? `\`${parts.pop() ?? ''}` : '';
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}${last}`;
}

/** Scrolls if it is wider than the page, also by keyboard. */
export function block(label: string, content: Markup | string): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${content}</code></pre>`;
}

/** On narrow pages, `name` and `brief` cells share a line. */
export type Column = readonly [head: string, kind: 'name' | 'brief' | 'prose'];

/**
 * Scrolls if it is wider than the page; on narrow pages rows become blocks. Roles are explicit because browsers drop
 * them when a table is laid out as something else.
 */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  const heads = columns.map(([head]) => html`<th role="columnheader" scope="col">${head}</th>`);
  const lines = rows.map((cells) => {
    const row = cells.map((cell, index) => html`<td role="cell" class="${columns[index]?.[1]}">${cell}</td>`);
    return html`<tr role="row">${row}</tr>\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${lines}</tbody></table></div>`;
}
