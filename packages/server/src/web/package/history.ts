import type { PackageHistory } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';

const WIDTH = 640;
const HEIGHT = 120;
/** Ten years. The JSON has older months. */
const MONTHS = 120;
const MAX_ROWS = 24;

export function historyContent({ months, total, truncated }: PackageHistory): Markup {
  const shown = months.slice(-MONTHS);
  const rows = shown
    .filter(({ known, fixed }) => known + fixed > 0)
    .slice(-MAX_ROWS)
    .toReversed()
    .map(({ month, known, fixed, open }) => [month, String(known), String(fixed), String(open)]);
  return html`<p>${truncated ? 'At least ' : ''}${total.toLocaleString('en')} in all, for every package of this name. Open means known and without a fixed version at the end of the month. Whether a channel has the fix: <a href="#versions">versions</a>.</p>
${drawing(shown)}
<details class="more"><summary>Last months as a table</summary>${table(
    'Vulnerabilities by month',
    [
      ['Month', 'name'],
      ['New', 'brief'],
      ['Fixed', 'brief'],
      ['Open', 'brief'],
    ],
    rows,
  )}</details>`;
}

function drawing(months: PackageHistory['months']): Markup {
  const highest = Math.max(1, ...months.map(({ open, known }) => Math.max(open, known)));
  const step = WIDTH / Math.max(1, months.length);
  const y = (count: number) => HEIGHT - (count / highest) * (HEIGHT - 4);
  const line = months.map(({ open }, i) => `${((i + 0.5) * step).toFixed(1)},${y(open).toFixed(1)}`).join(' ');
  const bars = months
    .map(({ known }, i) => ({ known, i }))
    .filter(({ known }) => known > 0)
    .map(
      ({ known, i }) =>
        html`<rect x="${(i * step + step * 0.15).toFixed(1)}" y="${y(known).toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${(HEIGHT - y(known)).toFixed(1)}" fill="currentColor" opacity="0.3"/>`,
    );
  const first = months[0]?.month ?? '';
  const last = months.at(-1);
  const words = `From ${first} to ${last?.month ?? ''}: up to ${highest} in a month, ${last?.open ?? 0} open now.`;
  return html`<figure class="spark"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">${bars}<polyline points="${line}" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke"/></svg>
<figcaption><span>${first}</span><span>up to ${highest}</span><span>${last?.month ?? ''}</span></figcaption></figure>
<p class="note">Bars: new vulnerabilities. Line: open vulnerabilities.</p>`;
}
