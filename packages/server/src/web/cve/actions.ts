import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { channelsWith } from './affected-channels.ts';
import { fixInCollection, wasTrackerRead } from './collection-fix.ts';
import type { CvePageModel } from './model.ts';

const VERBS: ReadonlyMap<string, string> = new Map([
  ['upgrade', 'Upgrade'],
  ['apply_patch', 'Apply the patch to'],
  ['mitigate', 'Mitigate'],
  ['monitor', 'Watch'],
  ['wait_for_publication', 'Wait for the publication of'],
  ['do_not_remediate', 'Do nothing under'],
  ['request_ingest', 'Ask for newer data about'],
  ['triage_manually', 'Have a person look at'],
]);

/** What to do, and whether a program may do it alone. */
export function actionsSection(model: CvePageModel): Markup {
  const { agentHints } = model.dossier;
  const { recommendedActions, safeForAutomation, notSafeReasons } = agentHints;
  return html`<section><h2 id="actions">What to do</h2>
<ol class="actions">${recommendedActions.map(
    ({ action, reason, target }) =>
      html`<li><strong>${VERBS.get(action) ?? action} ${target}.</strong> ${reason}</li>\n`,
  )}${forTheCollection(model)}</ol>
<p class="note">${safeForAutomation ? 'The evidence is good enough for a program to act on it alone.' : `Needs human review: ${notSafeReasons.join('; ')}.`}</p></section>`;
}

/** What its maintainers have left to do. Of what is rejected or withdrawn there is nothing. */
function forTheCollection({ dossier, packages, tracker, coverage }: CvePageModel): Markup | string {
  const affected = channelsWith('affected', packages).join(', ');
  const { availability } = dossier.canonical;
  if (affected === '' || availability === 'rejected' || availability === 'withdrawn') return '';
  const { state } = dossier.fixes;
  const fixed = state === 'subject' || state === 'other' || tracker?.pulls.some(({ state }) => state === 'merged');
  const todo = fixed === true ? `bring the fix to ${affected}` : `watch ${affected}: no fix is known`;
  const untracked = wasTrackerRead(coverage) ? 'No tracked issue names it.' : 'The tracker has not been read.';
  const [issue] = tracker?.issues ?? [];
  return html`<li><strong>In the collection, ${todo}.</strong> ${fixInCollection(tracker?.pulls ?? null) ?? untracked}${issue === undefined ? '' : html` Which channel has it: <a href="/issues/${issue.number}">issue ${issue.number}</a>.`}</li>\n`;
}
