import type { SubjectAdvice } from '@almanac/core/advice';
import { describeDetails, isBuild, upgradeCommand } from '@almanac/core/advice';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { formatTarget } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { command as commandBlock } from '../parts/command.ts';
import { sourceName } from '../parts/words.ts';
import { channelsWith, fixInCollection, wasTrackerRead } from './collection-fix.ts';

const MAX_SHOWN = 3;

export function actionsSection(model: CvePageModel): Markup {
  const { advice, agentHints } = model.dossier;
  const { safeForAutomation, notSafeReasons, recommendedActions } = agentHints;
  const movable = advice.subjects.filter(({ action }) => action === 'upgrade' || action === 'leave_versions');
  const upstream = movable.filter((each) => !isBuild(each));
  const shown = upstream.slice(0, MAX_SHOWN);
  const rest = movable.filter((each) => !shown.includes(each));
  const notes = recommendedActions.filter(({ action }) => action === 'triage_manually' || action === 'request_ingest');
  return html`<section class="box"><h2 id="actions">What to do</h2>
<ol class="actions">${shown.length === 0 ? html`<li><strong>${advice.sentence}</strong></li>\n` : shown.map((each) => moveStep(each, model))}${notes.map(({ reason }) => html`<li>${reason}</li>\n`)}${collectionStep(model)}</ol>
${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more with a fix</summary><ul class="actions">${rest.map((each) => moveStep(each, model))}</ul></details>`}
<p class="note">${safeForAutomation ? 'Safe to automate.' : `Not safe to automate: ${notSafeReasons.join('; ')}.`}</p></section>`;
}

/** If a version was given, its own target replaces the general one. */
function moveStep(each: SubjectAdvice, { asked }: CvePageModel): Markup {
  const { ecosystem, vendor, name, source, record } = each;
  const own = asked !== null && asked.target === formatTarget(each) ? asked.advice : null;
  const sentences = own === null ? [each.sentence, ...describeDetails(each)] : [own.sentence];
  const [first = '', ...details] = sentences;
  const command =
    own === null ? each.command : own.target === null ? null : upgradeCommand(ecosystem, name, own.target);
  const where = [ecosystem ?? vendor, `${sourceName(source)} ${record}`].filter((part) => part !== null);
  return html`<li><strong>${first}</strong> ${details.join(' ')} <span class="note">${where.join(', ')}</span>${command === null ? '' : commandBlock(`Command for ${name} (${where.join(' ')})`, command)}</li>\n`;
}

/** Empty for rejected and withdrawn ids. */
function collectionStep({ dossier, packages, tracker, coverage }: CvePageModel): Markup | string {
  const affected = channelsWith('affected', packages).join(', ');
  const { availability } = dossier.canonical;
  if (affected === '' || availability === 'rejected' || availability === 'withdrawn') return '';
  const { action } = dossier.advice;
  const isFixed = action === 'upgrade' || action === 'leave_versions';
  const hasMerged = tracker?.pulls.some(({ state }) => state === 'merged') === true;
  const todo = isFixed || hasMerged ? `bring the fix to ${affected}` : `watch ${affected}: no fix is known`;
  const untracked = wasTrackerRead(coverage) ? 'No tracked issue names it.' : 'The tracker has not been read.';
  const [issue] = tracker?.issues ?? [];
  return html`<li><strong>In ${COLLECTION_NAME}, ${todo}.</strong> ${fixInCollection(tracker?.pulls ?? null) ?? untracked}${issue === undefined ? '' : html` Follow <a href="/issues/${issue.number}">issue ${issue.number}</a>.`}</li>\n`;
}
