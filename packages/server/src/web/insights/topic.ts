import { html } from 'hono/html';
import type { ChartSize } from '../charts/rows.ts';
import type { Markup } from '../markup.ts';

/** What a page of figures shows, once they are there. */
export interface TopicContent {
  /** The answer in a sentence or two, before any drawing. */
  readonly sentence: string;
  /** `small`: for the card of the topic. */
  readonly chart: (size: ChartSize) => Markup;
  /** The numbers behind the drawing, as a table. */
  readonly numbers: Markup;
  /** How the numbers are made and what they do not say. */
  readonly notes: readonly string[];
}

/** Figures, or why there are none: no figures are no zeros. */
export type Figures<T> =
  | { readonly data: T; readonly asOf: string | null; readonly missing: null }
  | { readonly data: null; readonly asOf: null; readonly missing: string };

/** One question that a page answers. */
export interface Topic<T> {
  /** The last part of its address. */
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** Where the same figures are to be had as JSON, below the base address. */
  readonly json: string;
  readonly show: (data: T) => TopicContent;
}

export const whole = (count: number): string => count.toLocaleString('en');

/** `12 %`, or `–` of none. */
export function shareOf(part: number, of: number): string {
  if (of === 0) return '–';
  const share = (part / of) * 100;
  return `${share > 0 && share < 1 ? 'under 1' : share.toFixed(0)}\u00a0%`;
}

/** A number in a table; its word is said where the head of the table is not shown. */
export function told(count: number | string, word: string): Markup {
  return html`${typeof count === 'number' ? whole(count) : count}<span class="told"> ${word}</span>`;
}
