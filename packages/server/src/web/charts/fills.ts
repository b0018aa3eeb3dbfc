import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** Every colour has its own pattern, so that nobody has to rely on colour. */
export type Fill = 'full' | 'hatched' | 'dotted' | 'ruled' | 'open' | 'absent';

const CLASSES: Readonly<Record<Fill, string>> = {
  full: 'ink-bad',
  hatched: 'ink-bad',
  dotted: 'ink-warn',
  ruled: 'ink-calm',
  open: 'ink-good',
  absent: 'ink-soft',
};

/** `id` is a prefix, since a page has several drawings. */
export function patterns(id: string): Markup {
  return html`<defs>
<pattern id="${id}-hatched" class="ink-bad" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="currentColor" fill-opacity=".18"/><rect width="3.5" height="7" fill="currentColor"/></pattern>
<pattern id="${id}-dotted" class="ink-warn" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="currentColor" fill-opacity=".18"/><circle cx="3" cy="3" r="1.7" fill="currentColor"/></pattern>
<pattern id="${id}-ruled" class="ink-calm" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="currentColor" fill-opacity=".18"/><rect width="6" height="2" fill="currentColor"/></pattern>
</defs>`;
}

/** The outline gives light fills an edge. */
export function filled(id: string, fill: Fill, x: string, y: number, width: string, height: number): Markup {
  const paint =
    fill === 'full' ? 'currentColor' : fill === 'open' || fill === 'absent' ? 'none' : `url(#${id}-${fill})`;
  const dashes = fill === 'absent' ? html` stroke-dasharray="3 2"` : '';
  return html`<rect class="${CLASSES[fill]}" x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint}" stroke="currentColor" stroke-width="1"${dashes}/>`;
}
