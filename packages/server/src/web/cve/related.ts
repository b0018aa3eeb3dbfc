import { weaknessInWords } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { outside, sourceName } from '../parts/words.ts';

const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['id', 'has its id'],
  ['alias', 'names it as an alias'],
  ['upstream', 'distribution record about it'],
  ['related', 'mentions it'],
]);

const SHOWN = 30;

export function relatedContent({ dossier: { canonical, evidence }, mentions }: CvePageModel): Markup {
  const { aliases } = evidence.facts;
  const shown = mentions.slice(0, SHOWN);
  const rest = mentions.slice(SHOWN);
  return html`${aliases.length === 0 ? html`<p>No source gives another id.</p>` : html`<h3>Other ids</h3><ul class="plain">${aliases.map(({ id, asserters, oneSided }) => html`<li>${id} <span class="note">according to ${asserters.map(sourceName).join(', ')}${oneSided ? '; the record of that id does not confirm it' : ''}</span></li>\n`)}</ul>`}
${mentions.length === 0 ? '' : html`<h3>Records that name it</h3><ul class="plain">${shown.map(item)}</ul>${rest.length === 0 ? '' : html`<details class="more"><summary>${rest.length} more</summary><ul class="plain">${rest.map(item)}</ul></details>`}`}
${canonical.cwes.length === 0 ? '' : html`<h3>Weaknesses</h3><ul class="plain">${canonical.cwes.map((cwe) => html`<li>${weaknessInWords(cwe)}, <a href="/search?cwe=${cwe}">other CVEs with it</a>, ${outside(`https://cwe.mitre.org/data/definitions/${cwe.slice(4)}.html`, 'definition')}</li>`)}</ul>`}`;
}

function item({ source, id, relation, withdrawn, sha256 }: CvePageModel['mentions'][number]): Markup {
  return html`<li>${id} <span class="note">${sourceName(source)}, ${RELATIONS.get(relation) ?? relation}${withdrawn === true ? ', withdrawn' : ''}</span> <a href="/api/v1/evidence/${sha256}">bytes</a></li>\n`;
}

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Exploits', ['exploit', 'evidence']],
  ['Patches and fixes', ['patch', 'fix', 'release-notes', 'product']],
  [
    'Advisories',
    [
      'vendor-advisory',
      'third-party-advisory',
      'advisory',
      'vdb-entry',
      'government-resource',
      'us government resource',
    ],
  ],
  [
    'Reports and discussion',
    ['issue-tracking', 'report', 'mailing-list', 'technical-description', 'media-coverage', 'article', 'discussion'],
  ],
];

export function referencesContent({ dossier: { evidence } }: CvePageModel): Markup {
  const found = new Map<string, Set<string>>();
  for (const { url, tags } of evidence.records.flatMap(({ references }) => references)) {
    const known = found.get(url) ?? new Set();
    for (const tag of tags) known.add(tag);
    found.set(url, known);
  }
  const groups = Map.groupBy(
    [...found],
    ([, tags]) => GROUPS.find(([, names]) => names.some((name) => tags.has(name)))?.[0] ?? 'Other',
  );
  const order = [...GROUPS.map(([name]) => name), 'Other'].filter((name) => groups.has(name));
  return html`${order.length === 0 ? html`<p>No source gives references.</p>` : ''}
${order.map((name) => html`<h3>${name}</h3><ul class="plain links">${(groups.get(name) ?? []).slice(0, 100).map(([url]) => html`<li>${outside(url)}</li>\n`)}</ul>`)}`;
}

/** Links to whoever owns the wrong field. */
export function reportContent({ dossier: { canonical }, baseUrl }: CvePageModel): Markup {
  const { id } = canonical;
  return html`<ul class="plain">
<li>Description, severity or products of the CVE record: ${outside('https://www.cve.org/ReportRequest/ReportRequestForNonCNAs', 'the CVE Program')}, which forwards it to the CNA.</li>
<li>A GitHub advisory: choose “Suggest improvements” on ${outside(`https://github.com/advisories?query=${encodeURIComponent(id)}`, 'its page')}.</li>
<li>An OSV record: ${outside('https://google.github.io/osv.dev/data/#current-data-sources', 'its home database')}.</li>
<li>NVD's rating or configurations: ${outside('https://nvd.nist.gov/info/contact-form', 'NVD')}.</li>
</ul>
<p class="note">As JSON: <a href="${baseUrl}/cve/${id}">lookup</a>, <a href="${baseUrl}/cve/${id}/dossier">dossier</a>, <a href="${baseUrl}/cve/${id}/history">history</a>.</p>`;
}
