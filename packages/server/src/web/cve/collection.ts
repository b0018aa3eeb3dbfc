import type { Issue } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import { type Markup, table } from '../markup.ts';
import { channelMatrix } from '../parts/channel-matrix.ts';
import { verdictChip } from '../parts/chip.ts';
import { pullsTable } from '../parts/pulls.ts';
import { rebuildSentence } from '../parts/rebuild-cost.ts';
import { time, UNKNOWN } from '../parts/words.ts';
import { wasTrackerRead } from './collection-fix.ts';

export function collectionSection(model: CvePageModel): Markup {
  const { tracker, packages, packagesComplete, rebuilds, coverage } = model;
  const read = wasTrackerRead(coverage);
  return html`<section><h2 id="collection">In ${COLLECTION_NAME}</h2>
${
  packages.length === 0
    ? html`<p>No ${COLLECTION_NAME} package matches the names in these records. That does not mean unaffected.${model.at === null ? '' : ' Which versions channels had before they were first read is unknown.'}</p>`
    : html`${channelMatrix('Status by channel', packages)}
<details class="more"><summary>Why, package by package</summary>${table('Verdicts with their reasons', REASONS, packages.map(reasonRow))}</details>`
}
${packagesComplete ? '' : html`<p>${UNKNOWN}: there are too many issues or packages to read them all. Some may be missing here.</p>`}
${rebuilds.length === 0 ? '' : html`<ul class="plain">${rebuilds.map((each) => html`<li>${rebuildSentence(each)}</li>`)}</ul>`}
<h3>Issues and fixes</h3>
${tracker === null ? html`<p>${read ? 'No tracked issue names it.' : html`${UNKNOWN}: the tracker has not been read.`}</p>` : trackerOf(tracker)}</section>`;
}

type CollectionPackage = CvePageModel['packages'][number];

const REASONS = [
  ['Package', 'name'],
  ['Channel', 'brief'],
  ['Version', 'brief'],
  ['Verdict', 'brief'],
  ['Why', 'prose'],
] as const;

function reasonRow({ attribute, channel, version, verdict, reason }: CollectionPackage): readonly (Markup | string)[] {
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return [
    html`<a href="/package/${encodeURIComponent(attribute)}${query}">${attribute}</a>`,
    channel,
    version ?? UNKNOWN,
    verdictChip(verdict),
    reason,
  ];
}

function trackerOf({ issues, pulls }: NonNullable<CvePageModel['tracker']>): Markup {
  return html`<ul class="plain">${issues.map(issueLine)}</ul>
${pulls.length === 0 ? html`<p>No pull request fixes it yet.</p>` : pullsTable(pulls)}`;
}

function issueLine({ number, title, state, created_at }: Issue): Markup {
  return html`<li><a href="/issues/${number}">#${number}</a> ${title} <span class="note">${state}, opened ${time(created_at)}</span></li>\n`;
}
