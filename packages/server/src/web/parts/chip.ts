import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

const RATED: ReadonlySet<string> = new Set(['critical', 'high', 'medium', 'low', 'none']);

/** A severity as one sees it at a glance; the word says it, the colour only repeats it. */
export function severityChip(severity: string | null | undefined): Markup {
  const known = severity !== null && severity !== undefined && RATED.has(severity);
  return known ? chip(severity, severity) : chip('not rated', 'unrated');
}

export function chip(text: string, kind: string): Markup {
  return html`<span class="chip ${kind}">${text}</span>`;
}

/** In KEV, which weighs more than any score. */
export const EXPLOITED = chip('known to be exploited', 'bad');

type Verdict = 'affected' | 'not_affected' | 'none_known' | 'unknown';

export function verdictChip(verdict: Verdict): Markup {
  const [text, kind] = VERDICTS[verdict];
  return chip(text, kind);
}

const VERDICTS: Readonly<Record<Verdict, readonly [text: string, kind: string]>> = {
  affected: ['affected', 'bad'],
  not_affected: ['not affected', 'good'],
  none_known: ['none known', 'good'],
  unknown: ['unknown', 'unrated'],
};
