import { html } from 'hono/html';
import { type Markup, said } from '../markup.ts';
import { day } from '../parts/words.ts';
import { channelsWith } from './affected-channels.ts';
import { fixInCollection } from './collection-fix.ts';
import { fixWords } from './fix-words.ts';
import type { CvePageModel } from './model.ts';

const STATES: ReadonlyMap<string, string> = new Map([
  ['published', 'Published'],
  ['partial', 'Partial'],
  ['reserved', 'Reserved'],
  ['rejected', 'Rejected'],
  ['withdrawn', 'Withdrawn'],
  ['awaiting_ingest', 'Awaiting publication'],
]);

/** What it is, how it stands, and in one sentence what that means. */
export function verdictBar(model: CvePageModel): Markup {
  const { canonical } = model.dossier;
  const state = canonical.availability;
  return html`<header class="verdict" id="verdict">
<p class="state ${state}">${STATES.get(state) ?? state}</p>
<h1>${canonical.id}</h1>
${canonical.title === null ? '' : html`<p class="title">${said(canonical.title)}</p>`}
<p class="sentence">${sentenceOf(model)}</p>
${model.at === null ? '' : html`<p class="past">As it was known on ${day(model.at)}. <a href="/${canonical.id}">Show it as it is now.</a></p>`}
</header>`;
}

/** The verdict in a sentence. It says no more than the evidence does. */
export function sentenceOf(model: CvePageModel): string {
  const { dossier, exploits } = model;
  const { canonical, evidence } = dossier;
  const { availability } = canonical;
  if (availability === 'rejected' || availability === 'withdrawn') {
    return `${evidence.verdict.reason} It must not be used for remediation.`;
  }
  if (availability !== 'published' && availability !== 'partial') return evidence.verdict.reason;
  return `${EXPLOITED.get(exploits.rule) ?? EXPLOITED.get(exploits.level) ?? ''}${fixWords(dossier).sentence}${channelSentence(model)}`;
}

/** Where the collection is affected; a channel that cannot be told is not counted as either, and none is clean while packages are missing. */
function channelSentence({ packages, packagesComplete, tracker }: CvePageModel): string {
  const affected = channelsWith('affected', packages);
  const spared = packagesComplete ? channelsWith('not_affected', packages) : [];
  const clean = spared.filter((channel) => !affected.includes(channel));
  if (affected.length > 0) {
    const fix = fixInCollection(tracker?.pulls ?? null);
    return ` The collection is affected in ${affected.join(', ')}${clean.length === 0 ? '' : `, not in ${clean.join(', ')}`}.${fix === null ? '' : ` ${fix}`}`;
  }
  return clean.length === 0 ? '' : ` The collection’s packages in ${clean.join(', ')} are not affected.`;
}

/** By the rule where it says more than the level. */
const EXPLOITED: ReadonlyMap<string, string> = new Map([
  ['epss_near_certain', 'EPSS is nearly certain that it will be exploited. '],
  ['epss_likely', 'EPSS expects that it will be exploited. '],
  ['active', 'It is being exploited. '],
  ['weaponized', 'A ready exploit is public. '],
  ['poc', 'A proof of concept is public. '],
]);
