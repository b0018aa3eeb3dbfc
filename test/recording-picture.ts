/** A line of text of a recording. */
export interface DrawnLine {
  readonly y: number;
  readonly text: string;
  /** Whether it is there when nothing moves. */
  readonly last: boolean;
}

export function drawnLines(svg: string): DrawnLine[] {
  return [...svg.matchAll(/<g class="([^"]*)">(.*?)<\/g>/g)].flatMap(([, classes = '', lines = '']) =>
    [...lines.matchAll(/<text [^>]*\by="(\d+)"[^>]*>(.*?)<\/text>/g)].map(([, y, markup = '']) => ({
      y: Number(y),
      text: unescaped(markup.replaceAll(/<[^>]+>/g, '')),
      last: !classes.split(' ').includes('past'),
    })),
  );
}

/** The text of the screen at the end, empty lines too. */
export function lastScreen(svg: string): string[] {
  const lines = drawnLines(svg).filter(({ last }) => last);
  const heights = lines.map(({ y }) => y).toSorted((a, b) => a - b);
  const step = Math.min(...heights.slice(1).map((y, i) => y - (heights[i] ?? 0)));
  const screen: string[] = [];
  for (const { y, text } of lines) screen[(y - (heights[0] ?? 0)) / step] = text.trimEnd();
  return Array.from(screen, (text) => text ?? '');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

function unescaped(text: string): string {
  return text.replaceAll(/&\w+;/g, (entity) => ENTITIES.get(entity) ?? entity);
}
