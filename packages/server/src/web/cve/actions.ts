import { type AffectedPackage, type RecommendedAction, targetOf, upgradesOf } from '@almanac/core/dossier';
import { upgradeCommand } from '@almanac/core/remediation';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { command as commandBlock } from '../parts/command.ts';
import { sourceName } from '../parts/words.ts';
import { channelsWith } from './affected-channels.ts';
import { fixInCollection, wasTrackerRead } from './collection-fix.ts';
import { hasFixConflict, upgradeWords } from './fix-words.ts';
import type { CvePageModel } from './model.ts';

const VERBS: ReadonlyMap<string, string> = new Map([
  ['apply_patch', 'Apply the patch to'],
  ['mitigate', 'Mitigate'],
  ['monitor', 'Watch'],
  ['wait_for_publication', 'Wait for the publication of'],
  ['do_not_remediate', 'Do nothing under'],
  ['request_ingest', 'Request a refresh of'],
  ['triage_manually', 'Have a person look at'],
]);

/** So many upgrades are shown at once; the rest is one click away. */
const SHOWN = 3;

/** What to do, step by step, and whether a program may do it alone. */
export function actionsSection(model: CvePageModel): Markup {
  const { agentHints, canonical } = model.dossier;
  const { recommendedActions, safeForAutomation, notSafeReasons } = agentHints;
  const upgrades = new Map(upgradesOf(canonical).map((each) => [targetOf(each), each]));
  const isUpgrade = ({ action, target }: RecommendedAction) => action === 'upgrade' && upgrades.has(target);
  const shown = new Set(recommendedActions.filter(isUpgrade).slice(0, SHOWN));
  const rest = recommendedActions.filter((each) => isUpgrade(each) && !shown.has(each));
  const stepOf = (each: RecommendedAction) => {
    const upgraded = isUpgrade(each) ? upgrades.get(each.target) : undefined;
    return upgraded === undefined ? otherStep(each) : upgradeStep(upgraded, model);
  };
  const steps = recommendedActions.filter((each) => !isUpgrade(each) || shown.has(each));
  return html`<section class="box"><h2 id="actions">What to do</h2>
<ol class="actions">${steps.map(stepOf)}${forTheCollection(model)}</ol>
${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more with a fix</summary><ul class="actions">${rest.map(stepOf)}</ul></details>`}
<p class="note">${safeForAutomation ? 'The evidence is good enough for a program to act on it alone.' : `Needs human review: ${notSafeReasons.join('; ')}.`}</p></section>`;
}

function otherStep({ action, reason, target }: RecommendedAction): Markup {
  return html`<li><strong>${VERBS.get(action) ?? action} ${target}.</strong> ${reason}</li>\n`;
}

/** In the version that was asked about, its own fix; otherwise the newest. */
function upgradeStep(each: AffectedPackage, { asked, dossier }: CvePageModel): Markup {
  const { ecosystem, vendor, name, fixedIn, source, records } = each;
  const own = asked !== null && asked.target === targetOf(each) && asked.verdict === 'affected' ? asked.fixedIn : null;
  const version = own ?? fixedIn.at(-1) ?? '';
  const command = upgradeCommand(ecosystem, name, version);
  const where = [ecosystem ?? vendor, `${sourceName(source)} ${records[0] ?? dossier.canonical.id}`];
  return html`<li><strong>${own === null ? upgradeWords(each, hasFixConflict(dossier.quality), name) : `Upgrade ${name} to ${own}`}.</strong> <span class="note">${where.filter((part) => part !== null).join(', ')}</span>${command === null ? '' : commandBlock(`Command for ${name} of ${where.join(' ')}`, command)}</li>\n`;
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
