import { html } from 'hono/html';
import { shortPage } from '../short-page.ts';

export function unknownCvePage(id: string, hint?: string): string {
  return shortPage(
    id,
    'Unknown',
    html`<p>${hint === undefined ? 'No authority has allocated this id, and no source has a record of it.' : `It was not known then. ${hint}`}</p>
<p class="note">Ids that were allocated within the last hour may not be known yet. Check the number for a slip.</p>`,
  );
}

/** Not the same as unknown: it could not be found out. */
export function unavailablePage(id: string): string {
  return shortPage(
    id,
    'Not found out',
    html`<p>Nothing is stored about this id, and the service that could tell whether it exists cannot be reached now. It may exist.</p>
<p><a href="/${id}">Try again</a> in a minute.</p>`,
  );
}

export function unknownIdPage(id: string): string {
  return shortPage(id, 'Unknown', html`<p>No record here joins this id to a CVE.</p>`);
}
