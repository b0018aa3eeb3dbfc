import { html } from 'hono/html';
import { textOf } from './markup.ts';

/** Where the notice of a deployment comes in a page; pages are made without knowing of it. */
export const NOTICE_PLACE = '<!-- notice -->';

/** The page with what its deployment says to every visitor; null: nothing. On a phone it is one line until somebody opens it. */
export function withNotice(page: string, notice: string | null): string {
  const shown =
    notice === null
      ? ''
      : textOf(html`<div class="notice" role="note"><details><summary>${notice}</summary></details></div>`);
  return page.replace(NOTICE_PLACE, () => shown);
}
