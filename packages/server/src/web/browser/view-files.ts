import { count, counted, foreign, make, part } from './dom.ts';
import type { GivenFile } from './scan-state.ts';

/** Further items are only counted. */
const LISTED = 20;

export function showFiles(files: readonly GivenFile[]): void {
  part('files-read', HTMLUListElement).replaceChildren(...files.map(line));
}

function line({ name, size, result }: GivenFile): HTMLElement {
  const head = [make('strong', {}, foreign(name)), make('span', { class: 'note' }, sizeOf(size))];
  if (result === null) return make('li', {}, ...head, make('span', { class: 'note' }, 'waiting to be read'));
  if (result.file === null) return make('li', {}, ...head, make('span', { class: 'bad' }, foreign(result.problem)));
  const { kind, entries, skipped, notes } = result.file;
  const left = skipped.map(({ name, place, reason }) => `${name ?? place}: ${reason}`);
  return make(
    'li',
    {},
    ...head,
    make('span', {}, foreign(kind)),
    make('span', { class: 'note' }, counted(entries.length, 'component')),
    remarks(counted(skipped.length, 'entry left out', 'entries left out'), left),
    remarks(counted(notes.length, 'remark'), notes),
  );
}

function remarks(title: string, lines: readonly string[]): HTMLElement | null {
  if (lines.length === 0) return null;
  const rest = lines.length - LISTED;
  const items = lines.slice(0, LISTED).map((text) => make('li', {}, foreign(text)));
  if (rest > 0) items.push(make('li', {}, `and ${count(rest)} more`));
  return make('details', {}, make('summary', {}, title), make('ul', {}, ...items));
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
