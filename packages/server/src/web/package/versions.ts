import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import type { PackagePageModel, PackagePlace } from '../../app/packages/page.ts';
import { type Markup, table } from '../markup.ts';
import { channelMatrix } from '../parts/channel-matrix.ts';
import { verdictChip } from '../parts/chip.ts';
import { moment, UNKNOWN } from '../parts/words.ts';

export function versionsSection(model: PackagePageModel): Markup {
  const { places, placesLeft } = model;
  const head = html`<h2 id="versions">In ${COLLECTION_NAME}</h2>`;
  if (places.length === 0) {
    return html`<section>${head}<p>No ${COLLECTION_NAME} channel has a package of this name.</p></section>`;
  }
  const versions = places.map(({ answer, ...place }) => ({ ...place, verdict: answer?.verdict ?? null }));
  return html`<section>${head}${channelMatrix('Versions by channel', versions)}
<details class="more"><summary>Why, channel by channel</summary>${table('Verdicts with their reasons', REASONS, places.map(reasonRow))}</details>
${leftSentence(placesLeft)}</section>`;
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
    answer === null ? 'not judged here; open the version' : answer.verdictReason,
  ];
}

function leftSentence({ count, atLeast }: PackagePageModel['placesLeft']): Markup | string {
  if (count === 0) return '';
  return html`<p class="note">${atLeast ? 'At least ' : ''}${count.toLocaleString('en')} more packages have this name.</p>`;
}

const MAX_ROWS = 40;

export function repositoriesContent({
  versions,
  latest,
  checkedAt,
}: NonNullable<PackagePageModel['repositories']>): Markup {
  const rows = versions
    .slice(0, MAX_ROWS)
    .map(({ repo, version, status }) => [html`<strong>${repo}</strong>`, version, status] as const);
  return html`<p>Newest: ${latest ?? UNKNOWN}, according to Repology, ${moment(checkedAt)}.</p>
${table(
  'Repositories',
  [
    ['Repository', 'name'],
    ['Version', 'brief'],
    ['State', 'brief'],
  ],
  rows,
)}${versions.length > MAX_ROWS ? html`<p class="note">${versions.length - MAX_ROWS} more are in the JSON.</p>` : ''}`;
}

const MAX_PICKS = 8;

export function versionPicker(model: PackagePageModel): Markup {
  const { name, asked, shown } = model;
  const picks = picksOf(model);
  return html`<section class="box"><h2 id="pick">Is your version affected?</h2>
<form class="ask" method="get" action="/package/${encodeURIComponent(name)}"><label>Version <input name="version" value="${asked ?? ''}" placeholder="${shown.version ?? '1.2.3'}" required maxlength="256" autocomplete="off" spellcheck="false"></label><button class="primary">Check</button></form>
${picks.length === 0 ? '' : html`<ul class="picks" aria-label="Versions to pick">${picks.map(([version, whence]) => pick(name, version, whence, version === shown.version))}</ul>`}</section>`;
}

function pick(name: string, version: string, whence: string, isShown: boolean): Markup {
  const address = `/package/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`;
  return html`<li><a href="${address}"${isShown ? html` aria-current="true"` : ''}>${version}</a> <span class="note">${whence}</span></li>\n`;
}

/** Versions in channels, the newest version elsewhere, and fixed versions, each with its origin. */
function picksOf({ places, repositories, answer, shown }: PackagePageModel): (readonly [string, string])[] {
  const { matches, otherMatches = [] } = answer.data;
  const all: readonly (readonly [string | null | undefined, string])[] = [
    ...places
      .filter(({ attribute }) => attribute === shown.name)
      .map(({ version, channel }) => [version, channel] as const),
    [repositories?.latest, 'newest'],
    ...[...matches, ...otherMatches].map(({ fixedIn }) => [fixedIn, 'fixed version'] as const),
  ];
  const picks = new Map<string, Set<string>>();
  for (const [version, whence] of all) {
    // Skips texts that name several versions.
    if (version == null || /\s|,/.test(version)) continue;
    picks.set(version, (picks.get(version) ?? new Set()).add(whence));
  }
  return [...picks].slice(0, MAX_PICKS).map(([version, whence]) => [version, [...whence].join(', ')]);
}
