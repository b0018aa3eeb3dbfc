import { html } from 'hono/html';
import { textOf } from './markup.ts';

/** Pages are rendered without the deployment's notice, which replaces this. */
export const NOTICE_PLACE = '<!-- notice -->';

/** A notice that is too long for one line can be opened. */
export function withNotice(page: string, notice: string | null): string {
  const shown =
    notice === null
      ? ''
      : textOf(html`<div class="notice" role="note"><details><summary>${notice}</summary></details></div>`);
  return page.replace(NOTICE_PLACE, () => shown);
}
