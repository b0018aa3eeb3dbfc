import { type Change, formatChangeKind, formatChangeValues } from '@almanac/core/dossier';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said, table } from '../markup.ts';
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

export function cveHistoryPage({ id, total, page, pageSize, versions, baseUrl }: ShownHistory): string {
  const here = (to: number) => `/${id}/history${to === 1 ? '' : `?page=${to}`}`;
  return layout({
    title: `History of ${id}`,
    description: `What changed in the records of ${id}, and when it was observed.`,
    contents: null,
    main: html`<header class="verdict"><p class="eyebrow"><a href="/${id}">Back to ${id}</a></p><h1>History of ${id}</h1>
<p class="sentence">${countWords(total, 'observed version')} of its records, newest first. Each date opens the page as of that day.</p></header>
${
  versions.length === 0
    ? html`<p>${total === 0 ? 'Nothing has been observed yet.' : html`There are no more versions. <a href="${here(1)}">First page</a>`}</p>`
    : table(
        'Observed versions',
        COLUMNS,
        versions.map((version) => row(id, version)),
      )
}
<p>${page > 1 ? html`<a rel="prev" href="${here(page - 1)}">Newer</a> ` : ''}${page * pageSize < total ? html`<a rel="next" href="${here(page + 1)}">Older</a>` : ''}</p>
<p class="note">As JSON: <a href="${baseUrl}/cve/${id}/history">history</a>.</p>`,
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
      ? html`<span class="note">no visible change</span>`
      : html`<ul class="plain">${changes.map(changeLine)}</ul>`,
  ];
}

function changeLine(change: Change): Markup {
  const values = formatChangeValues(change);
  const kind = html`<strong>${formatChangeKind(change.kind)}</strong>`;
  if (values === '') return html`<li>${kind}</li>\n`;
  return html`<li>${kind} <span class="note">${change.field}</span> <span class="change">${said(values)}</span></li>\n`;
}
