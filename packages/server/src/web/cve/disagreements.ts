import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import { type Markup, said } from '../markup.ts';
import { sourceName } from '../parts/words.ts';

type Conflict = CvePageModel['dossier']['quality']['conflicts'][number];

/** Most harmful first. */
const SUBJECTS: Readonly<Record<Conflict['code'], string>> = {
  FIX_DISAGREES: 'Fixed version',
  RANGE_DISAGREES: 'Affected versions',
  STATE_DISAGREES: 'Status',
  SEVERITY_DISAGREES: 'Severity',
  SCORE_DISAGREES_WITH_VECTOR: 'Score and vector',
  DATE_DISAGREES: 'Publication date',
  ALIAS_ONE_SIDED: 'Alias named by one side only',
};

const ORDER = Object.keys(SUBJECTS);

const MAX_CHIP_LENGTH = 60;

export function disagreementChips(model: CvePageModel): Markup | string {
  const conflicts = sortConflicts(model);
  if (conflicts.length === 0) return '';
  const chips = [...Map.groupBy(conflicts, ({ code }) => code)].map(([code, [first, ...others]]) => {
    const values = [...new Set(first?.values.map(({ value }) => value))].join(' or ');
    const isShown = others.length === 0 && values.length <= MAX_CHIP_LENGTH;
    return html`<a class="chip warn" href="#disagreements">${SUBJECTS[code]}${isShown ? html`: ${said(values)}` : ''}</a> `;
  });
  return html`<p class="chips">Sources disagree: ${chips}</p>`;
}

function sortConflicts({ dossier }: CvePageModel): Conflict[] {
  return dossier.quality.conflicts.toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
}

export function disagreementsSection(model: CvePageModel): Markup | string {
  const conflicts = sortConflicts(model);
  if (conflicts.length === 0) return '';
  return html`<section><h2 id="disagreements">Where sources disagree</h2>
<ul class="plain conflicts">${conflicts.map(
    ({ code, field, values, chosen, rule }) =>
      html`<li><strong>${SUBJECTS[code]}</strong>${about(field)}: ${values.map(({ source, record, value }) => html`<span class="claim">${sourceName(source)} <span class="note">(${record})</span>: ${said(value)}</span> `)}<br><span class="note">${chosen === null ? 'No value is used' : html`Used: ${said(chosen)}`} (rule ${rule}). <code>${code}</code></span></li>\n`,
  )}</ul></section>`;
}

/** `affectedPackages.npm/lodash.fixedIn` → `npm/lodash` */
function about(field: string): string {
  const [first, ...parts] = field.split('.');
  return first === 'affectedPackages' && parts.length > 1 ? ` of ${parts.slice(0, -1).join('.')}` : '';
}
