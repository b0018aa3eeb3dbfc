import type { Coverage, Issue, IssueDetail, IssueVerdict } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import type { RiskFacts } from '@almanac/core/tracker';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { mark, severityChip, verdictChip } from '../parts/chip.ts';
import { formatPlaces, formatReasons } from '../parts/open-words.ts';
import { epssWords, riskChip } from '../parts/risk-words.ts';
import { moment, outside, UNKNOWN } from '../parts/words.ts';

export interface IssueFilters {
  readonly risk: string;
  readonly verdict: string;
  readonly severity: string;
  readonly status: string;
  readonly package: string;
  readonly hasFix: string;
  readonly assigned: string;
  readonly sort: string;
}

type ChannelFix = IssueDetail['channels'][number];

/** `risk` is that of the issue's worst CVE. */
export interface ListedIssue {
  readonly issue: Issue;
  readonly risk: RiskFacts;
  readonly channels: readonly ChannelFix[];
}

export interface FoundIssues extends Coverage {
  readonly issues: readonly ListedIssue[];
  readonly total: number;
  /** Counts open issues on all pages. */
  readonly open: Readonly<Record<IssueVerdict['verdict'], number>>;
  /** Affected issues about a CVE that is known to be exploited. */
  readonly exploited: number;
  readonly page: number;
  readonly pageSize: number;
}

export function issuesPage(
  filters: IssueFilters,
  found: FoundIssues | null,
  complaint: string | null,
  baseUrl: string,
): string {
  return layout({
    title: `${COLLECTION_NAME} security issues`,
    description: `Tracked security issues of ${COLLECTION_NAME}, with the verdict about the versions in its channels and their fixes.`,
    part: 'issues',
    contents: null,
    main: html`<header class="verdict"><h1>Issues</h1>
<p class="sentence">${COLLECTION_NAME} security issues that name a CVE, most urgent first.</p></header>
${found === null ? '' : tally(filters, found)}
${form(filters)}
${complaint === null ? '' : html`<p role="alert">${complaint}</p>`}
${found === null ? '' : results(filters, found)}
<p class="note">As JSON: <a href="${baseUrl}/issues">issues</a>, <a href="${baseUrl}/exploitability">CVEs by risk</a>, <a href="${baseUrl}/tracker/cves">CVEs with their pull requests</a>, <a href="${baseUrl}/tracker/channels">channels</a>.</p>`,
  });
}

function form(filters: IssueFilters): Markup {
  const choice = (name: keyof IssueFilters, label: string, options: readonly (readonly [string, string])[]) =>
    html`<label>${label} <select name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === filters[name] ? html` selected` : ''}>${text}</option>`)}</select></label>\n`;
  const yesOrNo = [
    ['', 'any'],
    ['true', 'yes'],
    ['false', 'no'],
  ] as const;
  return html`<form class="filters" action="/issues" method="get" role="search" aria-label="Issues">
<label class="wide">Package <input type="search" name="package" value="${filters.package}"></label>
${choice('risk', 'Risk', [
  ['', 'any'],
  ['exploited', 'exploited'],
  ['likely', 'exploited or likely'],
  ['unknown', 'unknown'],
])}${choice('verdict', `In ${COLLECTION_NAME}`, [
  ['', 'any'],
  ['affected', 'affected'],
  ['unknown', 'unknown'],
  ['not_affected', 'not affected'],
])}${choice('severity', 'Severity', [
  ['', 'any'],
  ...['critical', 'high', 'medium', 'low', 'unknown'].map((word) => [word, word] as const),
])}${choice('status', 'State', [
  ['', 'any'],
  ['open', 'open'],
  ['closed', 'closed'],
])}${choice('hasFix', 'Fix', yesOrNo)}${choice('assigned', 'Assigned', yesOrNo)}${choice('sort', 'Order', [
  ['', 'risk'],
  ['created_at', 'newest'],
  ['updated_at', 'last changed'],
  ['severity', 'severity'],
  ['oldest', 'oldest'],
])}<button class="primary">Show</button></form>`;
}

function address(filters: Partial<IssueFilters>, more: Readonly<Record<string, string>>): string {
  const given = Object.entries({ ...filters, ...more }).filter(([, value]) => value !== '');
  return `/issues?${new URLSearchParams(given).toString()}`;
}

function tally(filters: IssueFilters, { total, open, exploited }: FoundIssues): Markup {
  const tile = (verdict: keyof typeof open, word: string, note: string) =>
    html`<li><a href="${address(filters, { status: 'open', verdict })}"><strong>${open[verdict].toLocaleString('en')}</strong> ${word}</a> <small>${note}</small></li>\n`;
  return html`<ul class="tally" aria-label="Open issues">${tile('affected', 'affected', exploited === 0 ? '' : `${exploited.toLocaleString('en')} exploited`)}${tile('unknown', 'unknown', open.unknown === 0 ? '' : 'needs review')}${tile('not_affected', 'not affected', open.not_affected === 0 ? '' : 'close them?')}<li><strong>${total.toLocaleString('en')}</strong> ${total === 1 ? 'issue' : 'issues'} <small>open and closed</small></li></ul>`;
}

function results(filters: IssueFilters, { issues, total, page, pageSize, coverage }: FoundIssues): Markup {
  const tracker = coverage.find(({ source }) => source === 'nixpkgs');
  if (tracker === undefined || tracker.checkedAt === null) {
    return html`<p>${UNKNOWN}: the tracker has not been read yet. That is not the same as no issues.</p>`;
  }
  return html`${issues.length === 0 ? html`<p>No tracked issue matches. A package without an issue may still be affected: <a href="/search">search its vulnerabilities</a>.</p>` : matrix(issues)}
<p class="note">✓ has the fix, ✗ lacks it, ? unknown. The tracker was read ${moment(tracker.checkedAt)}${tracker.state === 'ok' ? '' : ', which is too long ago'}.</p>
<p>${page > 1 ? html`<a rel="prev" href="${address(filters, { page: String(page - 1) })}">Previous page</a> ` : ''}${page * pageSize < total ? html`<a rel="next" href="${address(filters, { page: String(page + 1) })}">Next page</a>` : ''}</p>`;
}

function matrix(issues: readonly ListedIssue[]): Markup {
  const channels = [...new Set(issues.flatMap((issue) => issue.channels.map(({ channel }) => channel)))];
  const columns = [
    'Issue',
    'Package',
    'Severity',
    'Exploitation',
    'EPSS',
    'CVE',
    'State',
    `In ${COLLECTION_NAME}`,
    'Fix',
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Issues"><table role="table" class="board issues">
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}${channels.map((name) => html`<th role="columnheader" scope="col" class="mark">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${issues.map((issue) => row(issue, channels))}</tbody></table></div>`;
}

function row({ issue, risk, channels: fixes }: ListedIssue, channels: readonly string[]): Markup {
  const { number, title, state, severity, packages, assignees, channelVerdict } = issue;
  const [name, ...otherNames] = packages;
  // The CVE that decides the risk comes first.
  const cves = [...new Set([risk.id, ...issue.cves, ...(issue.relatedCves ?? [])])].filter((id) => id !== '');
  const [cve, ...otherCves] = cves;
  const about = [
    title,
    `opened ${issue.created_at.slice(0, 10)}`,
    assignees.length === 0 ? 'not assigned' : `assigned to ${assignees.join(', ')}`,
  ].join(', ');
  const cells: readonly (Markup | string)[] = [
    name === undefined ? UNKNOWN : html`<a href="/package/${encodeURIComponent(name)}">${name}</a>${more(otherNames)}`,
    severityChip(severity),
    riskChip(risk),
    epssWords(risk),
    cve === undefined ? '' : html`<a href="/${cve}">${cve}</a>${more(otherCves)}`,
    state,
    channelVerdict == null
      ? ''
      : html`<span title="${describeVerdict(channelVerdict)}">${verdictChip(channelVerdict.verdict)}</span>`,
    fixOf(issue),
  ];
  return html`<tr role="row"${state === 'open' ? '' : html` class="closed"`}><th role="rowheader" scope="row"><a href="/issues/${number}" title="${about}">#${number}</a></th>${cells.map((cell) => html`<td role="cell">${cell}</td>`)}${channels.map(
    (channel) =>
      html`<td role="cell" class="mark">${cellOf(
        issue,
        channel,
        fixes.find((fix) => fix.channel === channel),
      )}</td>`,
  )}</tr>\n`;
}

/** `+2`, with the names on hover. */
function more(names: readonly string[]): Markup | string {
  return names.length === 0 ? '' : html` <span class="note" title="${names.join(', ')}">+${names.length}</span>`;
}

/** `drupal 11.2.4 in nixos-unstable`, or why the verdict is unknown. */
function describeVerdict({ verdict, places, unknownReasons }: IssueVerdict): string {
  return verdict === 'unknown' ? formatReasons(unknownReasons) : formatPlaces(places);
}

const MARKS = {
  contained: mark('good', 'has the fix'),
  lacking: mark('bad', 'lacks the fix'),
  unknown: mark('unknown', 'unknown'),
} as const;

/** Without a merged fix there is no mark. */
function cellOf({ channelVerdict }: Issue, channel: string, fix: ChannelFix | undefined): Markup {
  const place = channelVerdict?.places.find((each) => each.channel === channel);
  const version = place?.version == null ? '' : html` <span class="note">${place.version}</span>`;
  if (fix === undefined || fix.state === 'none') return html`${version}`;
  return html`${MARKS[fix.state]}${version}`;
}

/** A merged pull request says more than a version that upstream released. */
function fixOf({ hasFixAvailable, fix }: Issue): Markup | string {
  if (!hasFixAvailable) return 'none';
  const { version, pullRequest } = (fix ?? {}) as {
    version?: { readonly version: string };
    pullRequest?: { readonly number: number; readonly url: string; readonly mergedAt: string | null };
  };
  if (pullRequest === undefined)
    return html`<span title="upstream; no merge known">${version?.version ?? 'upstream'}</span>`;
  const merged = pullRequest.mergedAt === null ? 'merged' : `merged ${pullRequest.mergedAt.slice(0, 10)}`;
  return html`<span title="${merged}">${outside(pullRequest.url, `#${pullRequest.number}`)}</span>`;
}
