import { html } from 'hono/html';
import type { PackagePageModel } from '../../app/packages/page.ts';
import type { Markup } from '../markup.ts';
import { mark, severityChip } from '../parts/chip.ts';

const CELLS = {
  affected: mark('bad', 'affected'),
  not_affected: mark('good', 'not affected'),
  unknown: mark('unknown', 'unknown'),
} as const;

/** One row per vulnerability, one column per version. */
export function versionGridSection({ grid, places, shown, name }: PackagePageModel): Markup | '' {
  if (grid === null) return '';
  const { versions, rows, left } = grid;
  const heads = versions.map((version) => {
    const channels = [...new Set(places.flatMap((place) => (place.version === version ? [place.channel] : [])))];
    const link = `/package/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`;
    return html`<th role="columnheader" scope="col" class="mark"><a href="${link}"${version === shown.version ? html` aria-current="true"` : ''}>${version}</a>${channels.length === 0 ? '' : html`<br><span class="note">${channels.join(', ')}</span>`}</th>`;
  });
  const lines = rows.map(({ id, severity, cells }) => {
    const tds = cells.map((cell) => html`<td role="cell" class="mark ${cell}">${CELLS[cell]}</td>`);
    return html`<tr role="row"><th role="rowheader" scope="row"><a href="/${encodeURIComponent(id)}">${id}</a> ${severityChip(severity)}</th>${tds}</tr>\n`;
  });
  return html`<section><h2 id="grid">Versions and vulnerabilities</h2>
<p class="note">Versions in channels and fixed versions, newest first. ✗ affected, ✓ not affected, ? unknown.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Versions and vulnerabilities"><table role="table" class="board grid">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Vulnerability</th>${heads}</tr></thead>
<tbody role="rowgroup">${lines}</tbody></table></div>
${left === 0 ? '' : html`<p class="note">${left.toLocaleString('en')} more ${left === 1 ? 'vulnerability is' : 'vulnerabilities are'} not shown.</p>`}</section>`;
}
