import { html } from 'hono/html';
import { type Markup, said } from '../markup.ts';
import { sourceName } from '../parts/words.ts';
import type { CvePageModel } from './model.ts';

type Conflict = CvePageModel['dossier']['quality']['conflicts'][number];

/** What sources disagree about, in the order in which it hurts. */
const SUBJECTS: Readonly<Record<Conflict['code'], string>> = {
  FIX_DISAGREES: 'Fixed version',
  RANGE_DISAGREES: 'Affected versions',
  STATE_DISAGREES: 'Whether it still counts',
  SEVERITY_DISAGREES: 'Severity',
  SCORE_DISAGREES_WITH_VECTOR: 'Score and vector',
  DATE_DISAGREES: 'Date of publication',
  ALIAS_ONE_SIDED: 'Other id, confirmed by one side only',
};

const ORDER = Object.keys(SUBJECTS);

/** Who says what, and what is made of it; nothing where all agree. */
export function disagreementsSection({ dossier }: CvePageModel): Markup | string {
  const conflicts = dossier.quality.conflicts.toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
  if (conflicts.length === 0) return '';
  return html`<section><h2 id="disagreements">Where sources disagree</h2>
<ul class="conflicts">${conflicts.map(
    ({ code, field, values, chosen, rule }) =>
      html`<li><strong>${SUBJECTS[code]}</strong>${about(field)}: ${values.map(({ source, record, value }) => html`<span class="claim">${sourceName(source)} <span class="note">(${record})</span>: ${said(value)}</span> `)}<br><span class="note">${chosen === null ? 'No value is chosen; each source is shown' : html`Chosen: ${said(chosen)}`}, by the rule ${rule}. <code>${code}</code></span></li>\n`,
  )}</ul></section>`;
}

/** `affectedPackages.npm/lodash.fixedIn` is about `npm/lodash`. */
function about(field: string): string {
  const [first, ...parts] = field.split('.');
  return first === 'affectedPackages' && parts.length > 1 ? ` of ${parts.slice(0, -1).join('.')}` : '';
}
