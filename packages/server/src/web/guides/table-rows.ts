/** The line below the head of a table: `| --- | :-: |`. */
export function isRule(line: string): boolean {
  return line.startsWith('|') && /^[|:\- ]+$/.test(line) && line.includes('-');
}

/** The cells of a row. A pipe that is escaped, or stands in code, parts none. */
export function cellsOf(row: string): string[] {
  const text = row.trim();
  const cells: string[] = [];
  let cell = '';
  let at = text.startsWith('|') ? 1 : 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const code = character === '`' ? codeEnd(text, at) : -1;
    if (code > 0) {
      cell += text.slice(at, code).replaceAll('\\|', '|');
      at = code;
    } else if (text.startsWith('\\|', at)) {
      cell += '|';
      at += 2;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
      at += 1;
    } else {
      cell += character;
      at += 1;
    }
  }
  if (cell.trim() !== '') cells.push(cell.trim());
  return cells;
}

/** Where the code that begins here ends; -1: it does not. */
export function codeEnd(text: string, from: number): number {
  let ticks = 0;
  while (text[from + ticks] === '`') ticks++;
  let at = text.indexOf('`', from + ticks);
  while (at >= 0) {
    let run = 0;
    while (text[at + run] === '`') run++;
    if (run === ticks) return at + run;
    at = text.indexOf('`', at + run);
  }
  return -1;
}
