import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** The colour repeats the sentence. */
export interface Headline {
  readonly tone: 'bad' | 'warn' | 'calm' | 'plain';
  /** How bad it is: `Critical, exploited now.` */
  readonly lead: string;
  /** The next step, or the reason. */
  readonly rest: string;
}

export function call({ tone, lead, rest }: Headline): Markup {
  return html`<p class="call ${tone}"><strong>${lead}</strong> ${rest}</p>`;
}
