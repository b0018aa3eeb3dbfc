import type { ErrorCode } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import { shortPage } from './short-page.ts';

export interface ShownRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string;
  readonly url: string;
}

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
  if (code === 'ROUTE_UNKNOWN') return { title: 'Page not found', main: ELSEWHERE };
  if (status === 404) return { title: message, main: ELSEWHERE };
  if (status === 429) {
    return {
      title: 'Too many requests',
      main: html`<p>Rate limit reached for your IP address. Nothing is wrong with your request.</p>${again}`,
    };
  }
  if (status === 503) {
    return {
      title: 'Not available at the moment',
      main: html`<p>The answer could not be computed. That says nothing about what you asked for: it is unknown, neither good nor bad.</p>${again}`,
    };
  }
  if (status >= 500) {
    return {
      title: 'Internal error',
      main: html`<p>This is our fault. It has been logged.</p>${again}`,
    };
  }
  return { title: 'Bad request', main: html`<p>${message}.</p>` };
}

/** Two leading slashes would lead to another host. */
function here(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/';
}

const ELSEWHERE = html`<p>The address may have a typo, or the page may have moved. Try one of these:</p>
<ul class="doors">
<li><a href="/scan">Scan</a> <span>a lockfile or SBOM</span></li>
<li><a href="/issues">Issues</a> <span>tracked ${COLLECTION_NAME} security issues</span></li>
<li><a href="/guides">Guides</a> <span>how to scan, watch and run it</span></li>
<li><a href="/docs">API</a> <span>all endpoints</span></li>
</ul>`;

/** Searches for the last word of the address. */
function guess(url: string): string {
  const last = (url.split('?', 1)[0] ?? '').split('/').findLast((part) => part !== '') ?? '';
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // A broken escape is shown as written.
  }
  const words = text.replace(/\.(?:html?|php|aspx?|json)$/i, '').replaceAll(/[^\p{L}\p{N}.@_-]+/gu, ' ');
  const found = words.trim().slice(0, 80);
  return found.length < 3 ? '' : found;
}
