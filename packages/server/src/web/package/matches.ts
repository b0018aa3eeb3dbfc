import { COLLECTION_NAME } from '@almanac/core/collection';
import { againstWords, evidenceName, evidenceWords } from '@almanac/core/explain';
import type { MatchProof } from '@almanac/core/matching';
import { html } from 'hono/html';
import type { PackagePageModel } from '../../app/packages/page.ts';
import type { Markup } from '../markup.ts';
import { severityChip } from '../parts/chip.ts';
import { countWords } from '../parts/fold.ts';
import { sourceName, UNKNOWN } from '../parts/words.ts';
import { whyAddress } from '../why-page.ts';

const MAX_ROWS = 25;

const STATES: ReadonlyMap<string, string> = new Map([
  ['affected', 'affected'],
  ['possible', 'possible'],
  ['fixed_by_patch', 'fixed by a patch'],
]);

type ShownMatch = Omit<PackagePageModel['answer']['data']['matches'][number], 'cve'> & { readonly id: string };

export function matchesSection(model: PackagePageModel): Markup | '' {
  const { answer, shown, page, pageSize } = model;
  const { data } = answer;
  const total = data.total ?? 0;
  const matches: ShownMatch[] = [
    ...data.matches.map(({ cve, ...match }) => ({ id: cve, ...match })),
    ...(data.otherMatches ?? []),
  ];
  const head = html`<h2 id="matches">Vulnerabilities${shown.version === null ? '' : ` of ${shown.version}`}</h2>`;
  if (total === 0) return '';
  const rows = matches.map((match) => row(match, shown));
  const rest = rows.slice(MAX_ROWS);
  return html`<section>${head}
<p>${countWords(total, 'match', 'matches')}${total > pageSize ? `, surest and most severe first; page ${page} of ${Math.ceil(total / pageSize)}` : ''}. Low-confidence matches do not affect the verdict.</p>
${tableOf(rows.slice(0, MAX_ROWS))}
${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more</summary>${tableOf(rest)}</details>`}
${pageLinks(model, total)}</section>`;
}

function pageLinks({ asked, name, page, pageSize }: PackagePageModel, total: number): Markup | '' {
  const address = (number: number) => {
    const query = new URLSearchParams({ ...(asked === null ? {} : { version: asked }), page: String(number) });
    return `/package/${encodeURIComponent(name)}?${query.toString()}#matches`;
  };
  const previous = page > 1 ? html`<a rel="prev" href="${address(page - 1)}">Previous page</a> ` : '';
  const next = page * pageSize < total ? html`<a rel="next" href="${address(page + 1)}">Next page</a>` : '';
  return previous === '' && next === '' ? '' : html`<p>${previous}${next}</p>`;
}

function tableOf(rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Matches"><table role="table" class="affected">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Vulnerability</th><th role="columnheader" scope="col">Severity</th><th role="columnheader" scope="col">Confidence</th><th role="columnheader" scope="col">Affected</th><th role="columnheader" scope="col">Fixed in</th></tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>`;
}

function row(match: ShownMatch, { name, version }: PackagePageModel['shown']): Markup {
  const { id, title, severity, confidence, status, affectedVersions, fixedIn, proof } = match;
  return html`<tr role="row">
<td role="cell" class="prose"><a href="/${encodeURIComponent(id)}"><strong>${id}</strong></a><br>${title === id ? '' : title}</td>
<td role="cell" class="brief">${severityChip(severity)}</td>
<td role="cell" class="brief">${confidence}${status === undefined || status === 'affected' ? '' : html`<br><span class="note">${STATES.get(status) ?? status}</span>`}</td>
<td role="cell" class="prose">${affectedVersions}${proof === undefined ? '' : html`<details class="proof"><summary>Why</summary>${proofOf(proof as unknown as MatchProof)}<p class="note"><a href="${whyAddress({ package: name, version: version ?? '', cve: id })}">Link to this proof</a></p></details>`}</td>
<td role="cell" class="prose">${fixedIn ?? UNKNOWN}${proof === undefined ? '' : issuesOf(proof as unknown as MatchProof)}</td>
</tr>\n`;
}

/** Links to the issues that track the fix. */
function issuesOf({ evidence }: MatchProof): Markup | string {
  const issues = evidence.flatMap((each) => (each.kind === 'issue' ? [each.id] : [])).slice(0, MAX_EVIDENCE);
  if (issues.length === 0) return '';
  return html`<br><span class="note">${COLLECTION_NAME} issues: ${issues.map((id) => html`<a href="/issues/${id}">#${id}</a> `)}</span>`;
}

/** The JSON has all of it. */
const MAX_EVIDENCE = 5;

function proofOf({ reason, evidence, against, overturn }: MatchProof): Markup {
  return html`<dl class="proof"><dt>Confidence</dt><dd>${reason}</dd>
${evidence.slice(0, MAX_EVIDENCE).map((each) => html`<dt>${nameOf(each)}</dt><dd>${evidenceWords(each)}</dd>\n`)}
${against.slice(0, MAX_EVIDENCE).map((each) => html`<dt>Against</dt><dd>${againstWords(each)}</dd>\n`)}
<dt>What would change this</dt><dd>${overturn}</dd></dl>`;
}

function nameOf(each: MatchProof['evidence'][number]): Markup {
  if (each.kind !== 'issue') return html`${evidenceName(each)}${bytes(each.sha256)}`;
  return html`${sourceName(each.source)} <a href="/issues/${each.id}">#${each.id}</a>`;
}

function bytes(sha256: string | null): Markup | string {
  return sha256 === null ? '' : html` <a href="/api/v1/evidence/${sha256}">bytes</a>`;
}
