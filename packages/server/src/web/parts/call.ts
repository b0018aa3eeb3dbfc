import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** The verdict of a page in a sentence or two, and the colour that repeats it. */
export interface Headline {
  readonly tone: 'bad' | 'warn' | 'calm' | 'plain';
  /** How bad it is: `Critical, exploited now.` */
  readonly lead: string;
  /** What to do about it, or why. */
  readonly rest: string;
}

export function call({ tone, lead, rest }: Headline): Markup {
  return html`<p class="call ${tone}"><strong>${lead}</strong> ${rest}</p>`;
}
