import type { PackageVerdict } from '@almanac/core/matching';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

const RATED: ReadonlySet<string> = new Set(['critical', 'high', 'medium', 'low', 'none']);

export function severityChip(severity: string | null | undefined): Markup {
  const known = severity !== null && severity !== undefined && RATED.has(severity);
  return known ? chip(severity, severity) : chip('not rated', 'unrated');
}

export function chip(text: string, kind: string): Markup {
  return html`<span class="chip ${kind}">${text}</span>`;
}

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

const SIGNS = { good: '✓', bad: '✗', unknown: '?' } as const;

/** Explains the sign to screen readers and on hover. */
export function mark(kind: keyof typeof SIGNS, meaning: string): Markup {
  return html`<span class="tick ${kind}" role="img" aria-label="${meaning}" title="${meaning}">${SIGNS[kind]}</span>`;
}
