import { percent } from '@almanac/core/scores';
import { type RiskFacts, type RiskRule, riskRule } from '@almanac/core/tracker';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { chip } from './chip.ts';

/** Without a score the risk is unknown, not low. */
export function riskReason(facts: RiskFacts): Markup {
  const rule = riskRule(facts);
  const [words, kind] = RULES[rule];
  const score = epssWords(facts);
  return html`${chip(words, kind)}${score === '' ? '' : html` <span class="note nowrap">EPSS ${score}</span>`}`;
}

/** Shorter, for tables. */
export function riskChip(facts: RiskFacts): Markup {
  const [, kind, short] = RULES[riskRule(facts)];
  return chip(short, kind);
}

const RULES: Readonly<Record<RiskRule, readonly [words: string, kind: string, short: string]>> = {
  known_exploited: ['known to be exploited', 'bad', 'exploited'],
  ssvc_active: ['exploited, says CISA', 'bad', 'exploited'],
  epss_high: ['likely to be exploited', 'warn', 'likely'],
  ssvc_poc: ['proof of concept exists', 'warn', 'PoC public'],
  epss_low: ['less likely to be exploited', 'calm', 'less likely'],
  unscored: ['risk unknown', 'unrated', 'unknown'],
};

export function epssWords({ epss }: RiskFacts): string {
  return epss === null ? '' : percent(epss);
}
