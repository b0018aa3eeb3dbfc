import type { Coverage, CveSummary, IssueDetail, IssueVerdict } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { percent } from '@almanac/core/scores';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said, table } from '../markup.ts';
import { chip, EXPLOITED, severityChip, verdictChip } from '../parts/chip.ts';
import { coveragePart } from '../parts/coverage.ts';
import { formatPlaces, formatReasons } from '../parts/open-words.ts';
import { pullsTable } from '../parts/pulls.ts';
import { outside, time, UNKNOWN } from '../parts/words.ts';
import { channelSentence } from './channel-sentence.ts';

export interface ShownIssue extends Coverage {
  readonly issue: IssueDetail;
  readonly baseUrl: string;
}

export function issuePage(shown: ShownIssue): string {
  const { issue, coverage, baseUrl } = shown;
  return layout({
    title: `#${issue.number} ${issue.title}`,
    description: channelSentence(issue),
    part: 'issues',
    contents: null,
    main: html`<article class="cve">${header(issue)}
<div class="beside"><div>${channelsSection(issue)}</div>
${factsList(issue)}
<div>${cvesSection(issue)}
<section><h2 id="pulls">Pull requests</h2>${issue.pullRequests.length === 0 ? html`<p>No pull request is linked to it.</p>` : pullsTable(issue.pullRequests)}</section></div></div>
<div class="folds">${coveragePart(coverage)}</div>
<p class="note">As JSON: <a href="${baseUrl}/issues/${issue.number}">issue ${issue.number}</a>.</p></article>`,
  });
}

function header(issue: IssueDetail): Markup {
  const { number, title, url, state } = issue;
  return html`<header class="verdict"><p class="eyebrow"><span class="state ${state === 'open' ? 'partial' : ''}">${state}</span> ${outside(url, `Issue ${number} in the tracker`)}</p>
<h1>${said(title)}</h1>
<p class="sentence">${channelSentence(issue)}</p>
${issue.tracked ? '' : html`<p class="past">No longer tracked: it has lost its label or its CVE. This page shows it as it was.</p>`}</header>`;
}

function factsList(issue: IssueDetail): Markup {
  const { severity, severitySource, packages, assignees, channelVerdict } = issue;
  const facts: readonly (readonly [string, Markup | string])[] = [
    ['Severity', html`${severityChip(severity)} <span class="note">${ratedBy(severitySource)}</span>`],
    [
      'Packages',
      packages.length === 0
        ? UNKNOWN
        : html`${packages.map((name) => html`<a href="/package/${encodeURIComponent(name)}">${name}</a> `)}`,
    ],
    ...(channelVerdict == null ? [] : [[`In ${COLLECTION_NAME}`, describeVerdict(channelVerdict)] as const]),
    ['Assigned', assignees.length === 0 ? 'not assigned' : assignees.join(', ')],
    ['Opened', html`${time(issue.created_at)}<small>last changed ${time(issue.updated_at)}</small>`],
    ...(issue.closedAt === null ? [] : [['Closed', closed(issue, issue.closedAt)] as const]),
  ];
  return html`<dl class="facts6" aria-label="About the issue">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

const MAX_NAMED = 3;

/** Names the versions in the channels and what decides the verdict. */
function describeVerdict({ verdict, unknownReasons, affectedBy, undecided, places }: IssueVerdict): Markup {
  const where = formatPlaces(places.slice(0, MAX_NAMED));
  if (verdict === 'not_affected') return html`${verdictChip(verdict)} <span class="note">${where}. Close it?</span>`;
  if (verdict === 'unknown') {
    const which = undecided.length === 0 ? '' : html`${cveLinks(undecided)}: ${formatReasons(unknownReasons)}`;
    return html`${verdictChip(verdict)} <span class="note">${which}</span>`;
  }
  const rest = undecided.length === 0 ? '' : html`; unknown for ${cveLinks(undecided)}`;
  return html`${verdictChip(verdict)} <span class="note">${where} by ${cveLinks(affectedBy)}${rest}</span>`;
}

function cveLinks(cves: readonly string[]): Markup {
  const links = cves.slice(0, MAX_NAMED).map((cve, i) => html`${i === 0 ? '' : ', '}<a href="/${cve}">${cve}</a>`);
  return html`${links}${cves.length > MAX_NAMED ? ` and ${cves.length - MAX_NAMED} more` : ''}`;
}

function closed({ stateReason }: IssueDetail, at: string): Markup {
  return html`${time(at)}${stateReason === null ? '' : ` as ${stateReason.replaceAll('_', ' ')}`}`;
}

/** A label is a person's rating and may differ from that of the CVEs. */
function ratedBy(source: IssueDetail['severitySource']): string {
  return source === 'labels' ? 'by its label' : source === 'cves' ? 'by its CVEs' : '';
}

const STATES = {
  contained: ['has the fix', 'good'],
  lacking: ['lacks the fix', 'warn'],
  unknown: ['unknown', 'unrated'],
  none: ['no fix merged', 'warn'],
} as const;

function channelsSection({ channels, packages }: IssueDetail): Markup {
  const rows = channels.map(({ channel, state, pull, reachedAt }) => [
    html`<strong>${channel}</strong>`,
    stateChip(state),
    pull === null ? '' : html`${reachedAt === null ? 'date unknown' : time(reachedAt)}, by #${pull}`,
  ]);
  return html`<section><h2 id="channels">Which channels have the fix</h2>
${channels.length === 0 ? html`<p>${UNKNOWN}: no channel has been read yet.</p>` : table('Channels', CHANNELS, rows)}
<p class="note">Whether a channel contains the merged pull request${channels.some(({ state }) => state === 'unknown') ? '; unknown channels have not been checked yet' : ''}. ${packages.length === 0 ? '' : html`Versions and verdicts: ${packages.map((name, i) => html`${i === 0 ? '' : ', '}<a href="/package/${encodeURIComponent(name)}#versions">${name}</a>`)}.`}</p></section>`;
}

function stateChip(state: IssueDetail['channels'][number]['state']): Markup {
  const [text, kind] = STATES[state];
  return chip(text, kind);
}

const CHANNELS = [
  ['Channel', 'name'],
  ['State', 'brief'],
  ['Since', 'prose'],
] as const;

function cvesSection({ cves, relatedCves = [], cveSummaries }: IssueDetail): Markup {
  const left = new Set(cveSummaries.map(({ id }) => id));
  const rest = [...cves, ...relatedCves].filter((id) => !left.has(id));
  return html`<section><h2 id="cves">Vulnerabilities</h2>${table('Vulnerabilities', CVES, cveSummaries.map(cveRow))}
${rest.length === 0 ? '' : html`<p>Also named: ${rest.map((id) => html`<a href="/${id}">${id}</a> `)}</p>`}</section>`;
}

const CVES = [
  ['CVE', 'name'],
  ['Severity', 'brief'],
  ['Likely to be exploited', 'brief'],
  ['Title', 'prose'],
] as const;

function cveRow({ id, title, severity, score, epss, kev, known }: CveSummary): readonly (Markup | string)[] {
  return [
    html`<strong><a href="/${id}">${id}</a></strong>`,
    html`${severityChip(severity)}${score === null ? '' : ` ${score.toFixed(1)}`}`,
    html`${kev ? EXPLOITED : epss === null ? UNKNOWN : html`<span class="told">EPSS </span>${percent(epss.epss)}`}`,
    known ? (title ?? '') : 'no record',
  ];
}
