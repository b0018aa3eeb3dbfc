import type { Issue, TrackerPull } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { rebuildSentence } from '../parts/rebuild-cost.ts';
import { outside, time, UNKNOWN } from '../parts/words.ts';
import type { CvePageModel } from './model.ts';

/** How the collection stands to the CVE: its packages by channel, its issues, and how far their fixes have come. */
export function collectionSection({ tracker, packages, rebuilds, coverage }: CvePageModel): Markup {
  const read = coverage.some(({ source, checkedAt }) => source === 'nixpkgs' && checkedAt !== null);
  return html`<section><h2 id="collection">In the collection</h2>
${packages.length === 0 ? html`<p>No package of the channels that are read goes by a name that the records give. That is not the same as unaffected.</p>` : table('Packages of the collection', PACKAGES, packages.map(packageRow))}
${rebuilds.length === 0 ? '' : html`<ul class="plain">${rebuilds.map((each) => html`<li>${rebuildSentence(each)}</li>`)}</ul>`}
<h3>Issues and fixes</h3>
${tracker === null ? html`<p>${read ? 'No tracked issue names it.' : html`${UNKNOWN}: the tracker has not been read.`}</p>` : trackerOf(tracker)}</section>`;
}

const PACKAGES = [
  ['Package', 'name'],
  ['Channel', 'brief'],
  ['Version', 'brief'],
  ['Verdict', 'brief'],
  ['Why', 'prose'],
] as const;

const VERDICTS = { affected: 'affected', not_affected: 'not affected', unknown: 'unknown' } as const;

function packageRow(each: CvePageModel['packages'][number]): readonly (Markup | string)[] {
  const { attribute, channel, version, verdict, reason } = each;
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return [
    html`<strong><a href="/package/${encodeURIComponent(attribute)}${query}">${attribute}</a></strong>`,
    channel,
    version ?? UNKNOWN,
    verdict === 'unknown'
      ? UNKNOWN
      : html`<span class="${verdict === 'affected' ? 'bad' : ''}">${VERDICTS[verdict]}</span>`,
    reason,
  ];
}

function trackerOf({ issues, pulls }: NonNullable<CvePageModel['tracker']>): Markup {
  return html`<ul class="plain">${issues.map(issueLine)}</ul>
${
  pulls.length === 0
    ? html`<p>No pull request that fixes it is known.</p>`
    : table('Pull requests', PULLS, pulls.map(pullRow))
}`;
}

function issueLine({ number, title, url, state, created_at }: Issue): Markup {
  return html`<li>${outside(url, `#${number}`)} ${title} <span class="note">${state}, opened ${time(created_at)}</span></li>\n`;
}

const PULLS = [
  ['Pull request', 'name'],
  ['Stage', 'brief'],
  ['Way', 'prose'],
] as const;

const STAGES: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['closed', 'given up'],
  ['merged', 'merged'],
  ['staging', 'in staging'],
  ['release', 'in a release branch'],
  ['master', 'in master'],
  ['channel', 'in a channel'],
]);

function pullRow({ number, title, url, stage, steps }: TrackerPull): readonly (Markup | string)[] {
  const way = steps.map(
    ({ step, branch, at }) =>
      html`<li>${step}${branch === null ? '' : ` ${branch}`}${at === null ? '' : html`, ${time(at)}`}</li>`,
  );
  return [
    html`<strong>${outside(url, `#${number}`)}</strong> ${title}`,
    STAGES.get(stage) ?? stage,
    html`<ol class="plain">${way}</ol>`,
  ];
}
