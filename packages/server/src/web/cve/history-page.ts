import type { Change } from '@almanac/core/dossier';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said, table } from '../markup.ts';
import { changeWords } from '../parts/change-words.ts';
import { countWords } from '../parts/fold.ts';
import { moment, sourceName } from '../parts/words.ts';

export interface ShownHistory {
  readonly id: string;
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly versions: readonly {
    readonly observedAt: string;
    readonly source: string;
    readonly record: string;
    readonly sha256: string | null;
    readonly changes: readonly Change[];
  }[];
  readonly baseUrl: string;
}

/** Every version of every record of a CVE that was observed, newest first, with what changed. */
export function cveHistoryPage({ id, total, page, pageSize, versions, baseUrl }: ShownHistory): string {
  const here = (to: number) => `/${id}/history${to === 1 ? '' : `?page=${to}`}`;
  return layout({
    title: `History of ${id}`,
    description: `What changed in the records of ${id}, and when it was observed.`,
    contents: null,
    main: html`<header class="verdict"><p class="eyebrow"><a href="/${id}">Back to ${id}</a></p><h1>History of ${id}</h1>
<p class="sentence">${countWords(total, 'observed version')} of the records that name it, newest first. A date opens the page as it was known on that day.</p></header>
${
  versions.length === 0
    ? html`<p>${total === 0 ? 'Nothing has been observed.' : html`This page is past the end. <a href="${here(1)}">First page</a>`}</p>`
    : table(
        'Observed versions',
        COLUMNS,
        versions.map((version) => row(id, version)),
      )
}
<p>${page > 1 ? html`<a rel="prev" href="${here(page - 1)}">Newer</a> ` : ''}${page * pageSize < total ? html`<a rel="next" href="${here(page + 1)}">Older</a>` : ''}</p>
<p class="note">The same as JSON: <a href="${baseUrl}/cve/${id}/history">history</a>.</p>`,
  });
}

const COLUMNS = [
  ['Observed', 'name'],
  ['Source', 'brief'],
  ['What changed', 'prose'],
] as const;

function row(id: string, { observedAt, source, record, sha256, changes }: ShownHistory['versions'][number]) {
  const bytes = sha256 === null ? '' : html`, <a href="/api/v1/evidence/${sha256}">bytes</a>`;
  return [
    html`<a href="/${id}?at=${observedAt.slice(0, 10)}">${moment(observedAt)}</a>`,
    html`${sourceName(source)} <span class="note">${record}${bytes}</span>`,
    changes.length === 0
      ? html`<span class="note">no change in what is shown</span>`
      : html`<ul class="plain">${changes.map(changeLine)}</ul>`,
  ];
}

function changeLine({ field, from, to, kind }: Change): Markup {
  if (kind === 'first_seen') return html`<li><strong>${changeWords(kind)}</strong></li>\n`;
  const sides = [valueOf(from, 'was'), valueOf(to, 'is now')].filter((side) => side !== '');
  return html`<li><strong>${changeWords(kind)}</strong> <span class="note">${field}</span> ${sides}</li>\n`;
}

function valueOf(value: Change['from'], word: string): Markup | string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  const values = Array.isArray(value) ? value : [String(value)];
  return html`<span class="change">${word}: ${values.map((each: string, index: number) => html`${index === 0 ? '' : '; '}${said(each)}`)}</span> `;
}
