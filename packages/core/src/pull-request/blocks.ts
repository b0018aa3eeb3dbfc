import type { PlacedLine, ShownEntry } from './model.ts';

/** Where each line stands among all. */
export type Places = ReadonlyMap<PlacedLine, number>;

/**
 * An entry with all of its lines that the change took out: the call that fetches a patch from its bracket to the other, the comment
 * above it, and the head and foot of the list where the list went with it.
 */
export function wholeEntry(entry: ShownEntry, lines: readonly PlacedLine[], places: Places): ShownEntry {
  const [first] = entry.lines;
  if (first === undefined) return entry;
  const run = runAround(lines, places, first);
  const at = run.findIndex((line) => line.index === first.index);
  let [from, to] = callAround(run, at);
  while (from > 0 && isComment(run[from - 1])) from -= 1;
  const head = run.slice(0, from).findLastIndex((line) => opensList(line.text));
  const foot = run.findIndex((line, i) => i > to && line.text.trimStart().startsWith(']'));
  const lists = head !== -1 && foot !== -1 ? [run[head], run[foot]] : [];
  const own = run.slice(from, to + 1);
  const [opening, closing] = lists;
  return { ...entry, lines: opening === undefined || closing === undefined ? own : [opening, ...own, closing] };
}

/** `patches = [` and nothing behind it. */
function opensList(text: string): boolean {
  const plain = text.trim();
  const isNamed = plain.includes('patches') || plain.includes('knownVulnerabilities');
  return isNamed && plain.includes('=') && plain.endsWith('[');
}

const CALL = '(fetch';

/** Further away nothing belongs to an entry. */
const FARTHEST = 40;

/** The lines around it that were taken out with it, without one that stays in between. */
function runAround(lines: readonly PlacedLine[], places: Places, first: PlacedLine): readonly PlacedLine[] {
  const at = places.get(first) ?? 0;
  const isWithin = (line: PlacedLine | undefined) =>
    line?.kind === 'removed' && line.hunk === first.hunk && line.file === first.file;
  let [from, to] = [at, at];
  while (at - from < FARTHEST && isWithin(lines[from - 1])) from -= 1;
  while (to - at < FARTHEST && isWithin(lines[to + 1])) to += 1;
  return lines.slice(from, to + 1);
}

/** From the line with the bracket that opens to the one with the bracket that closes; the line alone where it is in no call. */
function callAround(run: readonly PlacedLine[], at: number): [from: number, to: number] {
  if (isComment(run[at])) {
    const next = run.findIndex((line, i) => i > at && !isComment(line));
    return next === -1 ? [at, at] : [at, callAround(run, next)[1]];
  }
  let from = at;
  while (from >= 0 && !(run[from]?.text ?? '').includes(CALL)) {
    if (from < at && closes(run[from]?.text ?? '')) return [at, at];
    from -= 1;
  }
  if (from < 0) return [at, at];
  let depth = 0;
  for (let to = from; to < run.length; to += 1) {
    depth += balance(run[to]?.text ?? '');
    if (depth <= 0) return to >= at ? [from, to] : [at, at];
  }
  return [at, at];
}

function closes(text: string): boolean {
  const plain = text.trimStart();
  return plain.startsWith('})') || plain.startsWith(')');
}

function balance(text: string): number {
  let depth = 0;
  for (const char of text.slice(0, 2_000)) depth += char === '(' ? 1 : char === ')' ? -1 : 0;
  return depth;
}

function isComment(line: PlacedLine | undefined): boolean {
  return line?.text.trimStart().startsWith('#') ?? false;
}
