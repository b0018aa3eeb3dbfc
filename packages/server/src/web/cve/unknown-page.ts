import { html } from 'hono/html';
import { day, time } from '../parts/words.ts';
import { shortPage } from '../short-page.ts';

export function unknownCvePage(id: string): string {
  return shortPage(
    id,
    'Unknown',
    html`<p>No authority has allocated this id, and no source has a record of it.</p>
<p class="note">Ids allocated within the last hour may be missing. Check the number for a typo.</p>`,
  );
}

export function notKnownThenPage(id: string, at: Date, first: Date | null): string {
  const since = first?.toISOString();
  return shortPage(
    id,
    'Not known yet',
    html`<p>No source had published it on ${day(at.toISOString())}.${since === undefined ? '' : html` It was first known on ${time(since)}.`}</p>
<p><a href="/${id}">Back to today</a>${since === undefined ? '' : html`, or <a href="/${id}?at=${since.slice(0, 10)}">see ${day(since)}</a>`}.</p>`,
  );
}

export function unavailablePage(id: string): string {
  return shortPage(
    id,
    'Not available',
    html`<p>Nothing is stored about this id, and CVE Services cannot be reached to ask whether it exists. It may exist.</p>
<p><a href="/${id}">Try again</a> in a minute.</p>`,
  );
}

export function unknownIdPage(id: string): string {
  return shortPage(
    id,
    'Unknown',
    html`<p>No record links this id to a CVE.</p>
<p><a href="/search?q=${encodeURIComponent(id)}&amp;page=1">Search for it</a> among records that have no CVE.</p>`,
  );
}
