import { wordsFound } from '../../queries/search-stems.ts';
import type { Db } from '../../store/database.ts';

/** Where a word of the query stands in a text: begin and end in UTF-16 units. */
export type Ranges = [number, number][];

/** Finds where the words of a query stand in texts: what goes out is plain text and numbers, never markup. */
export type Highlighter = (text: string) => Ranges;

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A word of a text is one of the query when its stem is. Only the database knows stems; it is asked about those words
 * that begin like one of the query, once for all texts.
 */
export async function highlighter(db: Db, texts: readonly string[], lexemes: readonly string[]): Promise<Highlighter> {
  const bare = lexemes.map((lexeme) => lexeme.slice(1, -1).replaceAll(/(['\\])\1/g, '$1'));
  const beginnings = new Set(bare.map(beginning));
  const alike = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(WORD)) {
      if (beginnings.has(beginning(word.toLowerCase()))) alike.add(word.toLowerCase());
    }
  }
  const found = await wordsFound(db, [...alike], lexemes);
  // `http/2` is one word to the database and two to a reader.
  const whole = bare.filter((lexeme) => /[^\p{L}\p{N}]/u.test(lexeme));
  return (text) => {
    const words = [...text.matchAll(WORD)]
      .filter(([word]) => found.has(word.toLowerCase()))
      .map(({ 0: word, index }): [number, number] => [index, index + word.length]);
    return merged([...words, ...whole.flatMap((lexeme) => placesOf(lexeme, text))]);
  };
}

function beginning(word: string): string {
  return word.slice(0, 3);
}

function placesOf(lexeme: string, text: string): Ranges {
  const lower = text.toLowerCase();
  // Few letters change their length with their case; a text that has one is left without these.
  if (lower.length !== text.length) return [];
  const places: Ranges = [];
  for (let at = lower.indexOf(lexeme); at !== -1; at = lower.indexOf(lexeme, at + lexeme.length)) {
    places.push([at, at + lexeme.length]);
  }
  return places;
}

function merged(ranges: Ranges): Ranges {
  const result: Ranges = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
