import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { channelMatrix } from '../parts/channel-matrix.ts';
import { verdictChip } from '../parts/chip.ts';
import { rebuildSentence } from '../parts/rebuild-cost.ts';
import { moment, UNKNOWN } from '../parts/words.ts';
import type { PackagePageModel, PackagePlace } from './model.ts';

const MAINTAINERS = 5;

/** Which version each channel carries, and what it comes to. */
export function versionsSection(model: PackagePageModel): Markup {
  const { places, placesLeft, maintainers, rebuilds } = model;
  const head = html`<h2 id="versions">In ${COLLECTION_NAME}</h2>`;
  if (places.length === 0) {
    return html`<section>${head}<p>No ${COLLECTION_NAME} channel has a package of this name.</p></section>`;
  }
  const versions = places.map(({ answer, ...place }) => ({ ...place, verdict: answer?.verdict ?? null }));
  return html`<section>${head}${channelMatrix('Versions by channel', versions)}
<details class="more"><summary>Why, channel by channel</summary>${table('Verdicts with their reasons', REASONS, places.map(reasonRow))}</details>
${leftSentence(placesLeft)}
${maintainers.length === 0 ? '' : html`<p class="note">Maintained by ${maintainers.slice(0, MAINTAINERS).join(', ')}${maintainers.length > MAINTAINERS ? ` and ${maintainers.length - MAINTAINERS} more` : ''}.</p>`}
${rebuilds.length === 0 ? '' : html`<ul class="plain">${rebuilds.map((each) => html`<li>${rebuildSentence(each)}</li>`)}</ul>`}</section>`;
}

const REASONS = [
  ['Channel', 'name'],
  ['Attribute', 'prose'],
  ['Version', 'brief'],
  ['Verdict', 'brief'],
  ['Why', 'prose'],
] as const;

function reasonRow({ channel, attribute, version, answer }: PackagePlace): readonly (Markup | string)[] {
  return [
    html`<strong>${channel}</strong>`,
    html`<code>${attribute}</code>`,
    version ?? UNKNOWN,
    answer === null ? UNKNOWN : verdictChip(answer.verdict),
    answer === null ? 'look it up by its version' : answer.verdictReason,
  ];
}

function leftSentence({ count, atLeast }: PackagePageModel['placesLeft']): Markup | string {
  if (count === 0) return '';
  return html`<p class="note">${atLeast ? 'At least ' : ''}${count.toLocaleString('en')} more go by this name and are not shown.</p>`;
}

const SHOWN = 40;

/** Versions in the repositories of others. */
export function repositoriesContent({
  versions,
  latest,
  checkedAt,
}: NonNullable<PackagePageModel['repositories']>): Markup {
  const rows = versions
    .slice(0, SHOWN)
    .map(({ repo, version, status }) => [html`<strong>${repo}</strong>`, version, status] as const);
  return html`<p>Newest: ${latest ?? UNKNOWN}, by the version aggregator ${moment(checkedAt)}.</p>
${table(
  'Repositories',
  [
    ['Repository', 'name'],
    ['Version', 'brief'],
    ['State', 'brief'],
  ],
  rows,
)}${versions.length > SHOWN ? html`<p class="note">${versions.length - SHOWN} more are in the answer as JSON.</p>` : ''}`;
}
