import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import { type Markup, said } from '../markup.ts';
import { call } from '../parts/call.ts';
import { day, time } from '../parts/words.ts';
import { channelsWith, fixInCollection } from './collection-fix.ts';
import { disagreementChips } from './disagreements.ts';
import { headlineOf } from './headline.ts';

const STATES: ReadonlyMap<string, string> = new Map([
  ['partial', 'Partial'],
  ['reserved', 'Reserved'],
  ['rejected', 'Rejected'],
  ['withdrawn', 'Withdrawn'],
  ['awaiting_ingest', 'Awaiting publication'],
]);

export function verdictBar(model: CvePageModel): Markup {
  const { canonical } = model.dossier;
  const channels = channelSentence(model);
  return html`<header class="verdict" id="verdict">
<p class="eyebrow">${stateOf(canonical)}</p>
<h1>${canonical.id}</h1>
${canonical.title === null ? '' : html`<p class="title">${said(canonical.title)}</p>`}
${pastNotice(model)}
${call(headlineOf(model))}
${disagreementChips(model)}
${channels === '' ? '' : html`<p class="sentence">${channels}</p>`}
</header>`;
}

export function sentenceOf(model: CvePageModel): string {
  const { lead, rest } = headlineOf(model);
  return [lead, rest, channelSentence(model)].filter((part) => part !== '').join(' ');
}

function stateOf({ availability, published, modified }: CvePageModel['dossier']['canonical']): Markup {
  const state = STATES.get(availability);
  const dates = [
    published === null ? '' : html`Published ${time(published)}`,
    modified === null ? '' : html`${published === null ? 'Last changed' : ', last changed'} ${time(modified)}`,
  ];
  return html`${state === undefined ? '' : html`<span class="state ${availability}">${state}</span> `}${dates}`;
}

function pastNotice({ at, basis, dossier }: CvePageModel): Markup | string {
  if (at === null) return '';
  const how =
    basis === 'observed'
      ? `As it was known on ${day(at)}. Observed: everything on this page had been read by then.`
      : `Reconstructed for ${day(at)} from the dates in the records, not observed: parts of this page were read later, and those records may have changed since.`;
  return html`<p class="past">${how} <a href="/${dossier.canonical.id}">Back to today</a></p>`;
}

/** Unknown channels are not counted, and none is clean while packages are missing. */
function channelSentence({ dossier, packages, packagesComplete, tracker }: CvePageModel): string {
  const { availability } = dossier.canonical;
  if (availability !== 'published' && availability !== 'partial') return '';
  const affected = channelsWith('affected', packages);
  const spared = packagesComplete ? channelsWith('not_affected', packages) : [];
  const clean = spared.filter((channel) => !affected.includes(channel));
  if (affected.length > 0) {
    const fix = fixInCollection(tracker?.pulls ?? null);
    return `${COLLECTION_NAME} is affected in ${affected.join(', ')}${clean.length === 0 ? '' : `, not in ${clean.join(', ')}`}.${fix === null ? '' : ` ${fix}`}`;
  }
  return clean.length === 0 ? '' : `${COLLECTION_NAME} packages in ${clean.join(', ')} are not affected.`;
}
