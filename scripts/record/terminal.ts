/** How a piece of text is painted: only what `packages/cli` writes. */
export interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: Colour | null;
}

export type Colour = 'red' | 'green' | 'yellow' | 'cyan';

export interface Run {
  readonly text: string;
  readonly style: Style;
}

/** Lines from the top, each in pieces of one style; a line without text is empty. */
export type Screen = readonly (readonly Run[])[];

export interface Terminal {
  write(text: string): void;
  screen(): Screen;
}

const PLAIN: Style = { bold: false, dim: false, colour: null };

/** The parts of a style that a number of an SGR sequence sets. */
const PAINTS: ReadonlyMap<number, Partial<Style>> = new Map<number, Partial<Style>>([
  [0, PLAIN],
  [1, { bold: true }],
  [2, { dim: true }],
  [22, { bold: false, dim: false }],
  [31, { colour: 'red' }],
  [32, { colour: 'green' }],
  [33, { colour: 'yellow' }],
  [36, { colour: 'cyan' }],
  [39, { colour: null }],
]);

interface Cell {
  readonly char: string;
  readonly style: Style;
}

const BLANK: Cell = { char: ' ', style: PLAIN };

// A sequence, a control character, or text up to the next of them.
// oxlint-disable-next-line no-control-regex
const TOKEN = /\x1b\[([\d;?]*)([A-Za-z])|[\x00-\x1f]|[^\x00-\x1f]+/gy;
// oxlint-disable-next-line no-control-regex
const UNFINISHED = /\x1b(?:\[[\d;?]*)?$/;

/**
 * A terminal of so many columns and as many lines as it needs. It knows the beginning of the line, the next line, wiping a line and
 * colours; whatever else is written is an error, so that a recording never shows something else than a terminal would.
 */
export function openTerminal(columns: number): Terminal {
  const lines: Cell[][] = [[]];
  let column = 0;
  let style = PLAIN;
  let pending = '';

  function put(char: string): void {
    if (column === columns) nextLine();
    const line = lines.at(-1) ?? [];
    while (line.length < column) line.push(BLANK);
    line[column] = { char, style };
    column += 1;
  }

  function nextLine(): void {
    lines.push([]);
    column = 0;
  }

  function control(token: string): void {
    if (token === '\r') column = 0;
    else if (token === '\n') lines.push([]);
    else if (token === '\x1b[2K') lines[lines.length - 1] = [];
    else throw new Error(`The terminal of recordings does not know ${JSON.stringify(token)}`);
  }

  function paint(numbers: string): void {
    for (const number of numbers.split(';').map(Number)) {
      const paints = PAINTS.get(number);
      if (paints === undefined) throw new Error(`The terminal of recordings does not know the colour ${number}`);
      style = Object.assign({}, style, paints);
    }
  }

  return {
    write(text) {
      const given = pending + text;
      pending = UNFINISHED.exec(given)?.[0] ?? '';
      for (const [token, numbers = '', letter] of given.slice(0, given.length - pending.length).matchAll(TOKEN)) {
        if (letter === 'm') paint(numbers);
        else if (letter !== undefined || token < ' ') control(token);
        else for (const char of token) put(char);
      }
    },
    screen: () => lines.map(runsOf),
  };
}

function runsOf(line: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const { char, style } of line) {
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last.style, style)) runs[runs.length - 1] = { text: last.text + char, style };
    else runs.push({ text: char, style });
  }
  return runs;
}

function sameStyle(a: Style, b: Style): boolean {
  return a.bold === b.bold && a.dim === b.dim && a.colour === b.colour;
}

/** What stands there, without colours. */
export function textOf(screen: Screen): string[] {
  return screen.map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}
