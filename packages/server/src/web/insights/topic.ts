import { html } from 'hono/html';
import type { ChartSize } from '../charts/rows.ts';
import type { Markup } from '../markup.ts';

export interface TopicContent {
  /** Answers the question in a sentence or two. */
  readonly sentence: string;
  readonly chart: (size: ChartSize) => Markup;
  readonly numbers: Markup;
  /** How the numbers are computed, and their limits. */
  readonly notes: readonly string[];
}

export interface Topic<T> {
  /** The last segment of its path. */
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** The API path of the same figures, below the base URL. */
  readonly json: string;
  readonly show: (data: T) => TopicContent;
}

export const whole = (count: number): string => count.toLocaleString('en');

/** `12 %`; `–` if there is nothing to divide by. */
export function shareOf(part: number, of: number): string {
  if (of === 0) return '–';
  const share = (part / of) * 100;
  return `${share > 0 && share < 1 ? 'under 1' : share.toFixed(0)}\u00a0%`;
}

/** On phones, where tables have no head, the word is shown next to the number. */
export function told(count: number | string, word: string): Markup {
  return html`${typeof count === 'number' ? whole(count) : count}<span class="told"> ${word}</span>`;
}
