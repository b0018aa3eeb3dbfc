import { plain } from '../output/plain-text.ts';

/** A command as it is typed into a shell: what is no plain word is put in quotes. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(text: string): string {
  const shown = plain(text);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`;
}
