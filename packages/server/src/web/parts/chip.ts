import type { PackageVerdict } from '@almanac/core/matching';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

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

export function verdictChip(verdict: PackageVerdict): Markup {
  return chip(VERDICT_WORDS[verdict], KINDS[verdict]);
}

const KINDS: Readonly<Record<PackageVerdict, string>> = {
  affected: 'bad',
  not_affected: 'good',
  none_known: 'good',
  unknown: 'unrated',
};
