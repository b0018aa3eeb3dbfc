import type { ErrorCode } from '@almanac/contract';
import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import { shortPage } from './short-page.ts';

/** What is known of a request that was refused. */
export interface ShownRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;
  readonly requestId: string;
  /** The address that was asked for, as it was sent. */
  readonly url: string;
}

/** An error for people: what is the matter in plain words, and what they can do about it. */
export function errorPage(refusal: ShownRefusal): string {
  const { status, code, hint, requestId } = refusal;
  const { title, main } = wordsOf(refusal);
  const found = code === 'ROUTE_UNKNOWN' ? guess(refusal.url) : '';
  return shortPage(
    title,
    String(status),
    html`${main}
${hint === undefined || status === 404 ? '' : html`<p>${hint}</p>`}
<p class="note"><code>${code}</code>, request <code>${requestId}</code>.</p>`,
    found,
  );
}

function wordsOf({ status, code, retryAfter, url, message }: ShownRefusal): {
  readonly title: string;
  readonly main: Markup;
} {
  const wait = retryAfter === undefined ? 'in a minute' : `in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`;
  const again = html`<p><a href="${here(url)}">Try again</a> ${wait}.</p>`;
  if (code === 'ROUTE_UNKNOWN') return { title: 'There is no such page', main: ELSEWHERE };
  if (status === 404) return { title: message, main: ELSEWHERE };
  if (status === 429) {
    return {
      title: 'Too many requests',
      main: html`<p>More was asked for from your address within a minute than is answered. Nothing is wrong with what you asked.</p>${again}`,
    };
  }
  if (status === 503) {
    return {
      title: 'Not available at the moment',
      main: html`<p>The answer could not be made. That says nothing about what you asked for: it is not known, neither good nor bad.</p>${again}`,
    };
  }
  if (status >= 500) {
    return {
      title: 'Something went wrong here',
      main: html`<p>The mistake is ours, and it has been written down.</p>${again}`,
    };
  }
  return { title: 'This cannot be answered', main: html`<p>${message}.</p>` };
}

/** Two slashes would lead to another host. */
function here(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/';
}

const ELSEWHERE = html`<p>The address may be mistyped, or the page may have been somewhere else. What there is:</p>
<ul class="doors">
<li><a href="/scan">Scan</a> <span>a lockfile or bill of materials</span></li>
<li><a href="/issues">Issues</a> <span>of the collection’s tracker</span></li>
<li><a href="/guides">Guides</a> <span>how to read an answer, and all else</span></li>
<li><a href="/docs">API</a> <span>every endpoint, with its errors</span></li>
</ul>`;

/** What somebody may have been looking for: the last word of the address, as a search. */
function guess(url: string): string {
  const last = (url.split('?', 1)[0] ?? '').split('/').findLast((part) => part !== '') ?? '';
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // A broken escape is shown as it was written.
  }
  const words = text.replace(/\.(?:html?|php|aspx?|json)$/i, '').replaceAll(/[^\p{L}\p{N}.@_-]+/gu, ' ');
  const found = words.trim().slice(0, 80);
  return found.length < 3 ? '' : found;
}
