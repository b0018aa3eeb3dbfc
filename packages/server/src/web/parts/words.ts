import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

export { sourceName } from '@almanac/core/sources';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `3 May 2024`, in UTC. */
export function day(at: string): string {
  const [year = '', month = '', date = ''] = at.slice(0, 10).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

export function time(at: string): Markup {
  return html`<time datetime="${at}">${day(at)}</time>`;
}

/** `3 May 2024, 08:00 UTC`. Pages are cached, so they never say how long ago something was. */
export function moment(at: string): Markup {
  return html`<time datetime="${at}">${day(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC</time>`;
}

/** A link to another site, without a referrer. */
export function outside(url: string, text: string | Markup = url): Markup {
  return html`<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>`;
}

export const UNKNOWN = html`<span class="unknown">unknown</span>`;
