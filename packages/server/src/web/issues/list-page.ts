import type { Coverage, Issue, IssueDetail, IssueVerdict } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import type { RiskFacts } from '@almanac/core/tracker';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said, table } from '../markup.ts';
import { severityChip } from '../parts/chip.ts';
import { countWords } from '../parts/fold.ts';
import { riskReason } from '../parts/risk-words.ts';
import { moment, outside, UNKNOWN } from '../parts/words.ts';
import { issueVerdict } from './issue-verdict.ts';
import { ratedBy } from './rated-by.ts';

/** The filters as the address has them. */
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

/** An issue with the risk of the worst CVE that it is about, and whether each channel has its fix. */
export interface ListedIssue {
  readonly issue: Issue;
  readonly risk: RiskFacts;
  readonly channels: readonly ChannelFix[];
}

export interface FoundIssues extends Coverage {
  readonly issues: readonly ListedIssue[];
  readonly total: number;
  /** Open issues on all pages by verdict. */
  readonly open: Readonly<Record<IssueVerdict['verdict'], number>>;
  /** Affected issues about a CVE that is known to be exploited. */
  readonly exploited: number;
  readonly page: number;
  readonly pageSize: number;
}

/** The issues of the tracker, and the form to choose among them. */
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
<p class="sentence">${COLLECTION_NAME} security issues that name a CVE, those to look at first at the top. A closed issue does not mean that every channel has the fix.</p></header>
${form(filters)}
${complaint === null ? '' : html`<p role="alert">${complaint}</p>`}
${found === null ? '' : results(filters, found)}
<p class="note">The same as JSON: <a href="${baseUrl}/issues">issues</a>, <a href="${baseUrl}/exploitability">CVEs by risk</a>, <a href="${baseUrl}/tracker/cves">CVEs with their pull requests</a>, <a href="${baseUrl}/tracker/channels">channels</a>.</p>`,
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
  ['exploited', 'known to be exploited'],
  ['likely', 'exploited or likely to be'],
  ['unknown', 'unknown'],
])}${choice('verdict', 'Version', [
  ['', 'any'],
  ['affected', 'affected'],
  ['unknown', 'unknown'],
  ['not_affected', 'not affected: close it?'],
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

function results(
  filters: IssueFilters,
  { issues, total, open, exploited, page, pageSize, coverage }: FoundIssues,
): Markup {
  const tracker = coverage.find(({ source }) => source === 'nixpkgs');
  if (tracker === undefined || tracker.checkedAt === null) {
    return html`<p>${UNKNOWN}: the tracker has not been read yet. That is not the same as no issues.</p>`;
  }
  const age = html`The tracker was asked ${moment(tracker.checkedAt)}${tracker.state === 'ok' ? '' : ', which is too long ago'}.`;
  const here = (to: number) =>
    `/issues?${new URLSearchParams([...Object.entries(filters).filter(([, value]) => value !== ''), ['page', String(to)]]).toString()}`;
  return html`<p><strong>${countWords(total, 'issue')}</strong>${describeOpen(open, exploited)} ${age}</p>
${issues.length === 0 ? html`<p>No tracked issue fits. A package without an issue may be affected all the same: look at <a href="/search">its vulnerabilities</a>.</p>` : html`<div class="issues">${table('Issues', COLUMNS, issues.map(row))}</div>`}
<p>${page > 1 ? html`<a rel="prev" href="${here(page - 1)}">Previous page</a> ` : ''}${page * pageSize < total ? html`<a rel="next" href="${here(page + 1)}">Next page</a>` : ''}</p>`;
}

/** `. Open: 2 affected (1 known to be exploited), 1 unknown, 3 not affected.` */
function describeOpen(open: FoundIssues['open'], exploited: number): Markup {
  const { affected, unknown, not_affected: refuted } = open;
  if (affected + unknown + refuted === 0) return html`.`;
  const known =
    exploited === 0
      ? ''
      : html` (<strong class="bad">${countWords(exploited, 'known to be exploited', 'known to be exploited')}</strong>)`;
  return html`. Open: ${affected.toLocaleString('en')} affected${known}, ${unknown.toLocaleString('en')} unknown, ${refuted.toLocaleString('en')} not affected.`;
}

const COLUMNS = [
  ['Issue', 'name'],
  ['Risk', 'prose'],
  [`In ${COLLECTION_NAME}`, 'prose'],
  ['Fix', 'prose'],
] as const;

/** More than fit a cell are counted; the issue has them all. */
const SHOWN = 5;

function row({ issue, risk, channels }: ListedIssue): readonly (Markup | string)[] {
  const { number, title, state, severity, severitySource, packages, hasFixAvailable, assignees, channelVerdict } =
    issue;
  const more = (count: number) => (count > SHOWN ? ` and ${count - SHOWN} more` : '');
  const cves = listCves(issue, risk);
  const named = { packages, cves: cves.length > SHOWN ? [] : cves };
  return [
    html`<strong><a href="/issues/${number}">#${number}</a></strong> ${said(title)}<br><span class="note">${state}, opened ${issue.created_at.slice(0, 10)}${assignees.length === 0 ? ', nobody assigned' : `, assigned to ${assignees.slice(0, 3).join(', ')}`}</span>`,
    html`${severityChip(severity)} <span class="note nowrap">${ratedBy(severitySource)}</span> ${riskReason(risk)} ${cveLinks(cves)}`,
    html`${
      packages.length === 0
        ? html`<span class="told">package </span>${UNKNOWN}`
        : html`${packages.slice(0, SHOWN).map((name) => html`<a href="/package/${encodeURIComponent(name)}">${name}</a> `)}${more(packages.length)}`
    }${channelVerdict == null ? '' : html` ${issueVerdict(channelVerdict, named)}`}`,
    html`${hasFixAvailable ? fixOf(issue) : html`<span class="told">fix </span>none known`} ${ticksOf(channels)}`,
  ];
}

/** The CVE that decides the risk comes first. */
function listCves({ cves, relatedCves = [] }: Issue, risk: RiskFacts): string[] {
  return [...new Set([risk.id, ...cves, ...relatedCves])].filter((id) => id !== '');
}

function cveLinks(cves: readonly string[]): Markup {
  return html`${cves.slice(0, SHOWN).map((id) => html`<a href="/${id}">${id}</a> `)}${cves.length > SHOWN ? `and ${cves.length - SHOWN} more` : ''}`;
}

const TICKS = [
  ['contained', '✓', 'in'],
  ['lacking', '✗', 'not in'],
  ['unknown', '?', 'unknown for'],
] as const;

/**
 * Which channels have the fix. Channels that lack it are named, the others only if they are few: the issue's page has them all. Without a
 * merged fix there is nothing to say about channels.
 */
function ticksOf(channels: readonly ChannelFix[]): Markup[] {
  return TICKS.flatMap(([wanted, mark, words]) => {
    const names = channels.flatMap(({ channel, state }) => (state === wanted ? [channel] : []));
    if (names.length === 0) return [];
    const isNamed = wanted === 'lacking' || names.length <= MAX_NAMED_CHANNELS;
    const all = names.length === channels.length ? 'all ' : '';
    const where = isNamed ? names.join(', ') : `${all}${names.length} channels`;
    return [html`<span class="tick ${wanted}"><span aria-hidden="true">${mark}</span> ${words} ${where}</span> `];
  });
}

const MAX_NAMED_CHANNELS = 2;

/** The members of `fix` (spec 2.1, an addition): a merged pull request says more than a version that upstream released. */
function fixOf({ fix }: Issue): Markup {
  const { version, pullRequest } = (fix ?? {}) as {
    version?: { readonly version: string };
    pullRequest?: { readonly number: number; readonly url: string; readonly mergedAt: string | null };
  };
  if (pullRequest === undefined)
    return html`${version === undefined ? 'known' : html`<span class="told">fixed in </span>${version.version} upstream <span class="note nowrap">no merge known</span>`}`;
  const merged = pullRequest.mergedAt === null ? '' : ` ${pullRequest.mergedAt.slice(0, 10)}`;
  return html`${outside(pullRequest.url, `#${pullRequest.number}`)} <span class="nowrap">merged${merged}</span>`;
}
