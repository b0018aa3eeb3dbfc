import { widthOf } from '../../packages/cli/src/output/width.ts';
import type { Frame } from './frames.ts';
import type { Run, Style } from './terminal.ts';

export interface Drawing {
  readonly columns: number;
  /** What it shows, for those who do not see it. */
  readonly title: string;
}

/** In pixels. */
const CELL = { width: 8, height: 19 } as const;
const EDGE = 16;
const BASELINE = 14;

/** On a dark ground of their own, at a contrast of 4.5 or more, whatever stands around. */
const COLOURS = `rect{fill:#11161d;stroke:#46505c}
text{fill:#dbe2ea;font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.red{fill:#ff8278}.green{fill:#6bd07f}.yellow{fill:#e7b93f}.cyan{fill:#5cd5de}.dim{fill:#94a1af}.bold{font-weight:700}
.past{visibility:hidden}`;

/** A line of the screen from one moment to another. */
interface Shown {
  readonly row: number;
  readonly line: readonly Run[];
  readonly from: number;
  readonly to: number;
}

/**
 * One picture that moves by style sheet alone, for `<img>`. Without motion, because a reader wants none or a viewer cannot,
 * it is its last frame.
 */
export function svgOf(frames: readonly Frame[], { columns, title }: Drawing): string {
  const all = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rows = Math.max(...frames.map(({ screen }) => screen.length));
  const size = { width: columns * CELL.width + 2 * EDGE, height: rows * CELL.height + 2 * EDGE };
  const groups = Map.groupBy(shownLines(frames), ({ from, to }) => `${from}-${to}`);
  const moving = [...groups.values()].map((lines, i) => groupOf(lines, `f${i}`, all));
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">
<title>${escaped(title)}</title>
<style>
${COLOURS}
@media (prefers-reduced-motion:no-preference){
g{animation:${all}ms step-end infinite}
${moving.map(({ style }) => style).join('\n')}
}
</style>
<rect x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" rx="8"/>
${moving.map(({ markup }) => markup).join('\n')}
</svg>
`;
}

/** Every different state of every line once: a table that stays is drawn once and not in every frame. */
function shownLines(frames: readonly Frame[]): Shown[] {
  const done: Shown[] = [];
  let open = new Map<number, Shown>();
  let now = 0;
  for (const { milliseconds, screen } of frames) {
    const still = new Map<number, Shown>();
    screen.forEach((line, row) => {
      if (line.length === 0) return;
      const before = open.get(row);
      const same = before !== undefined && JSON.stringify(before.line) === JSON.stringify(line);
      still.set(row, { row, line, from: same ? before.from : now, to: now + milliseconds });
    });
    for (const [row, shown] of open) if (still.get(row)?.from !== shown.from) done.push(shown);
    open = still;
    now += milliseconds;
  }
  return [...done, ...open.values()];
}

function groupOf(lines: readonly Shown[], name: string, all: number): { markup: string; style: string } {
  const { from = 0, to = all } = lines[0] ?? {};
  const past = to < all;
  const at = (moment: number) => `${Number(((moment / all) * 100).toFixed(3))}%`;
  const steps = [
    ...(from === 0 ? [] : ['0%{visibility:hidden}']),
    `${at(from)}{visibility:visible}`,
    ...(past ? [`${at(to)}{visibility:hidden}`] : []),
  ];
  return {
    markup: `<g class="${name}${past ? ' past' : ''}">${lines.map(lineOf).join('')}</g>`,
    style: `.${name}{animation-name:${name}}@keyframes ${name}{${steps.join('')}}`,
  };
}

function lineOf({ row, line }: Shown): string {
  const width = line.reduce((sum, { text }) => sum + widthOf(text), 0) * CELL.width;
  const y = EDGE + row * CELL.height + BASELINE;
  // The width is said, since nobody knows which font it will be drawn in.
  return `<text x="${EDGE}" y="${y}" textLength="${width}" xml:space="preserve">${line.map(spanOf).join('')}</text>`;
}

function spanOf({ text, style }: Run): string {
  const names = classesOf(style);
  return names === '' ? escaped(text) : `<tspan class="${names}">${escaped(text)}</tspan>`;
}

function classesOf({ bold, dim, colour }: Style): string {
  return [...(colour === null ? [] : [colour]), ...(bold ? ['bold'] : []), ...(dim ? ['dim'] : [])].join(' ');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (char) => ENTITIES.get(char) ?? char);
}
