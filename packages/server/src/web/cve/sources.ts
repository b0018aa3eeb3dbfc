import type { VulnerabilityRecord } from '@almanac/core/records';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { moment, outside, sourceName, time, UNKNOWN } from '../parts/words.ts';

/** One column per source, with links to the raw bytes. */
export function sourcesContent(model: CvePageModel): Markup {
  const { recordsLeft } = model;
  return html`${sideBySide(model)}
${recordsLeft === 0 ? '' : html`<p>${UNKNOWN}: ${recordsLeft.toLocaleString('en')} more records name it, which are not read.</p>`}`;
}

/** More columns cannot be read side by side. */
const MAX_COLUMNS = 5;

function sideBySide({ dossier, provenance }: CvePageModel): Markup | string {
  const records = firstOfEach(dossier.evidence.records).slice(0, MAX_COLUMNS);
  if (records.length === 0) return '';
  const rows: readonly (readonly [string, (record: VulnerabilityRecord) => Markup | string])[] = [
    ['Record', ({ id }) => id],
    ['State', ({ state }) => state],
    ['Title', ({ title }) => title ?? UNKNOWN],
    ['Severity', ({ severities }) => severityText(severities)],
    ['Weaknesses', ({ weaknesses }) => weaknesses.flatMap(({ cwes }) => cwes).join(', ') || UNKNOWN],
    ['Published', ({ published }) => (published === null ? UNKNOWN : time(published))],
    ['Modified', ({ modified }) => (modified === null ? UNKNOWN : time(modified))],
    ['Last checked', (record) => fetched(provenanceOf(record))],
    ['SHA-256', (record) => hashLink(provenanceOf(record))],
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Sources side by side"><table role="table" class="side-by-side">
<thead role="rowgroup"><tr role="row"><td role="cell"></td>${records.map(({ source }) => html`<th role="columnheader" scope="col">${sourceName(source)}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ([name, read]) =>
      html`<tr role="row"><th role="rowheader" scope="row">${name}</th>${records.map((record) => html`<td role="cell" class="prose">${read(record)}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;

  function provenanceOf({ source, id }: VulnerabilityRecord) {
    const names = source === 'cve_list_v5' ? ['cve_list_v5', 'cve_services'] : [source];
    return provenance.find((entry) => names.includes(entry.source) && entry.record === id);
  }
}

function fetched(entry: CvePageModel['provenance'][number] | undefined): Markup {
  return entry?.fetchedAt === undefined || entry.fetchedAt === null ? UNKNOWN : moment(entry.fetchedAt);
}

function hashLink(entry: CvePageModel['provenance'][number] | undefined): Markup {
  if (entry === undefined) return UNKNOWN;
  const { sha256, url } = entry;
  return html`<a href="/api/v1/evidence/${sha256}"><code>${sha256.slice(0, 12)}…</code></a>${url === null ? '' : html`<br>${outside(url, 'at the source')}`}`;
}

function severityText(severities: VulnerabilityRecord['severities']): Markup | string {
  const said = severities.flatMap(({ score, word, vector }) => {
    const value = [word, score].filter((part) => part !== null && part !== undefined).join(' ');
    return value === '' && (vector === null || vector === undefined) ? [] : [value === '' ? (vector ?? '') : value];
  });
  return said.length === 0 ? UNKNOWN : [...new Set(said)].slice(0, 4).join('; ');
}

function firstOfEach(records: readonly VulnerabilityRecord[]): VulnerabilityRecord[] {
  return [...Map.groupBy(records, ({ source }) => source).values()].flatMap(([first]) => first ?? []);
}
