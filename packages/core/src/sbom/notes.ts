import { member } from '../ranges/untyped.ts';

/** Collects what was odd in a document, each kind once: a file can be wrong fifty thousand times. */
export interface Notes {
  /** Something that is said once. */
  readonly say: (sentence: string) => void;
  /** Something that may come often; the sentence is made from how often, and from where or what it was first. */
  readonly count: (kind: NoteKind, example: string) => void;
  readonly list: () => readonly string[];
}

/** The sentence of a kind of oddity, from its number and its first example. */
export type NoteKind = (count: number, example: string) => string;

const LONGEST_EXAMPLE = 120;

export function collectNotes(): Notes {
  const said = new Set<string>();
  const counted = new Map<NoteKind, { count: number; example: string }>();
  return {
    say: (sentence) => said.add(sentence),
    count: (kind, example) => {
      const entry = counted.get(kind);
      if (entry === undefined) counted.set(kind, { count: 1, example: shorten(example, LONGEST_EXAMPLE) });
      else entry.count += 1;
    },
    list: () => [...said, ...[...counted].map(([kind, { count, example }]) => kind(count, example))],
  };
}

/** A text by others, short enough to be repeated in a sentence, and without characters that would break a line. */
export function shorten(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cs}]/gu, '�');
}

/** `1 file`, `2 files`. */
export function number(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const NO_TEXT: NoteKind = (count, where) =>
  `Ignored ${number(count, 'member', 'members')} with the wrong type, for example ${where}.`;

/** Notes members that are there and are no text: a version given as a number has lost its zeros, and is no version. */
export function noteTypes(notes: Notes, object: unknown, keys: readonly string[], place: string): void {
  for (const key of keys) {
    const value = member(object, key);
    if (value !== undefined && value !== null && typeof value !== 'string') notes.count(NO_TEXT, `${place}/${key}`);
  }
}
