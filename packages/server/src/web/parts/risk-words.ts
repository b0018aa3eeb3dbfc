import { percent } from '@almanac/core/scores';
import { type RiskFacts, riskRule } from '@almanac/core/tracker';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { chip, EXPLOITED } from './chip.ts';

/** Why a CVE is where it is in an order by risk. Where nobody scores it, the risk is unknown and not low. */
export function riskReason(facts: RiskFacts): Markup {
  const rule = riskRule(facts);
  if (rule === 'known_exploited') return html`${EXPLOITED}${scoreOf(facts)}`;
  if (rule === 'ssvc_active') return html`${chip('exploited, says CISA', 'bad')}${scoreOf(facts)}`;
  if (rule === 'epss_high') return html`${chip('likely to be exploited', 'warn')}${scoreOf(facts)}`;
  if (rule === 'ssvc_poc') return html`${chip('proof of concept exists', 'warn')}${scoreOf(facts)}`;
  if (rule === 'epss_low') return html`${chip('less likely to be exploited', 'calm')}${scoreOf(facts)}`;
  return html`${chip('risk unknown', 'unrated')} <span class="note">nobody scores it</span>`;
}

function scoreOf({ epss }: RiskFacts): Markup | string {
  return epss === null ? '' : html` <span class="note nowrap">EPSS ${percent(epss)}</span>`;
}
