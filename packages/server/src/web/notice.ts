import { html } from 'hono/html';
import { textOf } from './markup.ts';

/** Where the notice of a deployment comes in a page; pages are made without knowing of it. */
export const NOTICE_PLACE = '<!-- notice -->';

/** The page with what its deployment has to say to every visitor; null: nothing. */
export function withNotice(page: string, notice: string | null): string {
  const shown = notice === null ? '' : textOf(html`<p class="notice" role="note">${notice}</p>`);
  return page.replace(NOTICE_PLACE, () => shown);
}
