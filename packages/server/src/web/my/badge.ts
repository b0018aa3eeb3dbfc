import type { Badge } from '@almanac/core/my-packages';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

const COLOURS: Readonly<Record<Badge['colour'], string>> = {
  red: '#a32020',
  yellow: '#8a4b08',
  green: '#0f6a57',
  grey: '#57606e',
};

const HEIGHT = 20;
const PADDING = 8;
/** Average width in the fonts below. */
const CHARACTER = 6.6;

/** Loads nothing. The colour repeats the text. */
export function badgeSvg({ label, message, colour }: Badge): Markup {
  const left = widthOf(label);
  const right = widthOf(message);
  const width = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}: ${message}"><title>${label}: ${message}</title><rect width="${left}" height="${HEIGHT}" fill="#1c2430"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${COLOURS[colour]}"/>${words(label, left / 2)}${words(message, left + right / 2)}</svg>`;
}

function words(text: string, middle: number): Markup {
  return html`<text x="${middle}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text}</text>`;
}

function widthOf(text: string): number {
  return Math.ceil(text.length * CHARACTER) + 2 * PADDING;
}
