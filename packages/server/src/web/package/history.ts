import type { PackageHistory } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';

const WIDTH = 640;
const HEIGHT = 120;
const BASE = HEIGHT - 22;
/** Ten years: what is older is in the answer as JSON. */
const MONTHS = 120;
const ROWS = 24;

/** How many were known and without a fix at the end of each month: drawn, and as a table for those who do not see it. */
export function historyContent({ months, total, truncated }: PackageHistory): Markup {
  const shown = months.slice(-MONTHS);
  const rows = shown
    .filter(({ known, fixed }) => known + fixed > 0)
    .slice(-ROWS)
    .toReversed()
    .map(({ month, known, fixed, open }) => [month, String(known), String(fixed), String(open)]);
  return html`<p>${truncated ? 'At least ' : ''}${total} in all, of everything that goes by this name. Open is what was known and had no known fix by the end of the month; whether a channel has the fix is another question, which the <a href="#versions">versions</a> answer.</p>
<div class="scroll drawing" tabindex="0" role="region" aria-label="Open vulnerabilities by month">${drawing(shown)}</div>
<details class="more"><summary>The last months as a table</summary>${table(
    'Vulnerabilities by month',
    [
      ['Month', 'name'],
      ['Became known', 'brief'],
      ['Fix became known', 'brief'],
      ['Open at its end', 'brief'],
    ],
    rows,
  )}</details>`;
}

function drawing(months: PackageHistory['months']): Markup {
  const highest = Math.max(1, ...months.map(({ open, known }) => Math.max(open, known)));
  const step = WIDTH / Math.max(1, months.length);
  const y = (count: number) => BASE - (count / highest) * (BASE - 14);
  const line = months.map(({ open }, i) => `${((i + 0.5) * step).toFixed(1)},${y(open).toFixed(1)}`).join(' ');
  const bars = months
    .map(({ known }, i) => ({ known, i }))
    .filter(({ known }) => known > 0)
    .map(
      ({ known, i }) =>
        html`<rect x="${(i * step + step * 0.15).toFixed(1)}" y="${y(known).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${(BASE - y(known)).toFixed(1)}" fill="currentColor" opacity="0.3"/>`,
    );
  const first = months[0]?.month ?? '';
  const last = months.at(-1);
  const words = `From ${first} to ${last?.month ?? ''}; at most ${highest} in a month, ${last?.open ?? 0} open now.`;
  return html`<svg class="timeline" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">${bars}<polyline points="${line}" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><text x="0" y="10">${highest}</text><text x="0" y="${HEIGHT - 6}">${first}</text><text x="${WIDTH}" y="${HEIGHT - 6}" text-anchor="end">${last?.month ?? ''}</text></svg>
<p class="note">Bars: became known. Line: open.</p>`;
}
