import type { AffectedPackage } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { sourceName, UNKNOWN } from '../parts/words.ts';

const MAX_ROWS = 25;

/** Sources that agree share a row. */
export function affectedContent({ dossier: { canonical }, provenance }: CvePageModel): Markup {
  const { affectedPackages, affectedPackagesTruncated } = canonical;
  const hashes = new Map(provenance.map(({ source, record, sha256 }) => [`${source} ${record}`, sha256]));
  if (affectedPackages.length === 0) {
    return html`<p>${UNKNOWN}: no source says which packages, products or versions are affected. That does not mean unaffected.</p>`;
  }
  const rows = [...Map.groupBy(affectedPackages, statementOf).values()].map((alike) => row(alike, hashes));
  const rest = rows.slice(MAX_ROWS);
  return html`${tableOf(rows.slice(0, MAX_ROWS))}
${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more</summary>${tableOf(rest)}</details>`}
${affectedPackagesTruncated === 0 ? '' : html`<p class="note">${affectedPackagesTruncated} more are not shown.</p>`}`;
}

/** Returns the same key for equal statements, such as an advisory and the OSV record made from it. */
function statementOf({ ecosystem, vendor, name, ranges, fixedIn, otherwise }: AffectedPackage): string {
  const stated = ranges.map(({ status, words }) => `${status} ${words}`).toSorted();
  return JSON.stringify([
    ecosystem,
    ecosystem === null ? vendor?.toLowerCase() : null,
    name,
    stated,
    fixedIn,
    otherwise,
  ]);
}

function tableOf(rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What is affected"><table role="table" class="affected">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Package or product</th><th role="columnheader" scope="col">Affected</th><th role="columnheader" scope="col">Fixed in</th><th role="columnheader" scope="col">Source</th></tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>`;
}

function row(alike: readonly AffectedPackage[], hashes: ReadonlyMap<string, string>): Markup {
  const [each] = alike;
  if (each === undefined) return html``;
  const { ecosystem, vendor, name, ranges, fixedIn, fixCommits, rebuild, otherwise } = each;
  const affected = ranges.filter(({ status }) => status === 'affected');
  const others = ranges.filter(({ status }) => status !== 'affected');
  const where = ecosystem ?? (vendor === null ? 'product' : `product of ${vendor}`);
  return html`<tr role="row">
<td role="cell" class="prose"><strong>${name}</strong><br><span class="note">${where}${rebuild ? ', separate build' : ''}</span></td>
<td role="cell" class="prose">${affected.length > 0 ? list(affected.map(({ words }) => words)) : otherwise === 'affected' ? 'every version not listed' : UNKNOWN}${others.length === 0 ? '' : html`<span class="note">${list(others.map(({ status, words }) => `${status === 'unaffected' ? 'not affected' : status}: ${words}`))}</span>`}</td>
<td role="cell" class="prose">${fixedIn.length > 0 ? fixedIn.join(', ') : fixCommits.length > 0 ? html`<code>${fixCommits[0]?.slice(0, 12)}</code>` : UNKNOWN}</td>
<td role="cell" class="prose">${[...new Set(alike.map(({ source }) => sourceName(source)))].join(', ')}<details class="proof"><summary>Proof</summary>${alike.map((one) => proof(one, hashes))}</details></td>
</tr>\n`;
}

function list(items: readonly string[]): Markup {
  if (items.length === 1) return html`${items[0]}`;
  return html`<ul class="plain">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function proof(
  { source, records, purl, ranges, otherwise }: AffectedPackage,
  hashes: ReadonlyMap<string, string>,
): Markup {
  const affected = ranges.filter(({ status }) => status === 'affected');
  const events = affected.flatMap(({ events: given }) => given).slice(0, 40);
  return html`<dl class="proof">
${purl === null ? '' : html`<dt>Package URL</dt><dd><code>${purl}</code></dd>`}
<dt>${sourceName(source)} record${records.length === 1 ? '' : 's'}</dt><dd>${records.map((record) => {
    const sha256 = hashes.get(`${source} ${record}`);
    return html`${record}${sha256 === undefined ? '' : html` <a href="/api/v1/evidence/${sha256}">bytes</a>`} `;
  })}</dd>
${events.length === 0 ? '' : html`<dt>Events</dt><dd>${events.map(({ type, version }) => html`<code>${type} ${version}</code> `)}</dd>`}
<dt>Other versions</dt><dd>${otherwise}</dd>
</dl>`;
}
