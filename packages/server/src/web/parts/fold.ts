import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** The id is inside, so that a link to it opens the part. */
export function fold(id: string, title: string, note: string, content: Markup | string): Markup {
  return html`<details class="fold"><summary><h2>${title}</h2>${note === '' ? '' : html` <span class="note">${note}</span>`}</summary>
<div id="${id}">${content}</div></details>`;
}

/** `3 records`, `1 record`. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
