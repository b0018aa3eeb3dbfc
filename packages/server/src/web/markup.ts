import { html } from 'hono/html';
import { DIRECTION_MARKS } from '../platform/direction-marks.ts';

/** A piece of a page. Whatever is put into `html` as a string is escaped; pieces are not escaped twice. */
export type Markup = ReturnType<typeof html>;

/**
 * The finished text of a page, without the characters that turn the direction of what stands around them: in the text of others
 * they make a page read otherwise than it is written.
 */
export function textOf(page: Markup): string {
  if (page instanceof Promise) throw new Error('A page is made of what is at hand: nothing in it may be awaited');
  return page.toString().replaceAll(DIRECTION_MARKS, '');
}

/** The text of others, with a direction of its own: what it is made of does not move what stands beside it. */
export function said(text: Markup | string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** Text in which backticks mark names: those become code, all else stays text. */
export function prose(text: string): Markup {
  const parts = text.split('`');
  // An odd number of backticks leaves the last one as it is written.
  const last = parts.length % 2 === 0 ? `\`${parts.pop() ?? ''}` : '';
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}${last}`;
}

/** Code that may be wider than the page: it scrolls, also by keyboard. */
export function block(label: string, content: Markup | string): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${content}</code></pre>`;
}

/** A column and the class of its cells: `name` and `brief` share a line where the page is narrow. */
export type Column = readonly [head: string, kind: 'name' | 'brief' | 'prose'];

/**
 * A table that may be wider than the page; where the page is narrow its rows become small blocks.
 * The roles are written out because browsers forget those of a table that is not laid out as one.
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
