import { describe, expect, it } from 'vitest';
import { STYLE } from './styles.ts';

const [light = '', dark = ''] = [...STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);
const TEXTS = ['ink', 'soft', 'link', 'get', 'post', 'number', 'text', 'word'];
const GROUNDS = ['paper', 'card', 'code'];

// WCAG 2.2, 1.4.3: text needs a contrast of at least 4.5 to 1.
describe.each([
  ['light', light],
  ['dark', dark],
])('%s colours', (_name, palette) => {
  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    '%s is readable on %s',
    (text, ground) => {
      const [brighter, darker] = [luminance(colour(palette, text)), luminance(colour(palette, ground))].sort(
        (a, b) => b - a,
      ) as [number, number];

      expect((brighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

function colour(palette: string, name: string): string {
  return new RegExp(`--${name}: #([0-9a-f]{6});`).exec(palette)?.[1] ?? '';
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
