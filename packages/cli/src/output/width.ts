const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts and pictures whose characters take two columns. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Returns the width in terminal columns. */
export function widthOf(text: string): number {
  if (isAscii(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Truncates to a width, ending in an ellipsis. */
export function shortened(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let taken = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    taken += segment;
  }
  return `${taken.trimEnd()}…`;
}

/** Truncates at the start, because the end of a path says more. */
export function shortenedAtStart(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const segments = [...graphemes.segment(text)].map(({ segment }) => segment);
  let taken = '';
  let width = 0;
  for (const segment of segments.toReversed()) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    taken = segment + taken;
  }
  return `…${taken}`;
}

/** Wraps words; one that is longer than a line gets its own. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((each) => each !== '')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7e) return false;
  return true;
}
