/** One word or phrase of a query. */
export interface Term {
  readonly text: string;
  readonly phrase: boolean;
  /** `-word`: what must not be there. */
  readonly excluded: boolean;
}

/** Alternatives, of each of which all terms must hold: `a b or c` is "a and b, or else c", as PostgreSQL reads it. */
export type Words = readonly (readonly Term[])[];

/** Reads web-search syntax: quotes, `-`, `or`. Every text is a query; a quote that is never closed ends with the text. */
export function readWords(query: string): Words {
  const alternatives: Term[][] = [[]];
  let at = 0;
  while (at < query.length) {
    if (isSpace(query, at)) {
      at += 1;
      continue;
    }
    const excluded = query[at] === '-';
    if (excluded) at += 1;
    const phrase = query[at] === '"';
    const end = phrase ? endOfPhrase(query, at + 1) : endOfWord(query, at);
    const text = query.slice(phrase ? at + 1 : at, end);
    at = phrase ? end + 1 : end;
    if (!excluded && !phrase && text.toLowerCase() === 'or') alternatives.push([]);
    else if (text.trim() !== '') alternatives.at(-1)?.push({ text, phrase, excluded });
  }
  return alternatives.filter((terms) => terms.length > 0);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '');
}

function endOfPhrase(text: string, from: number): number {
  const end = text.indexOf('"', from);
  return end === -1 ? text.length : end;
}

/** A quote begins a phrase also within a word. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text, at) && (at === from || text[at] !== '"')) at += 1;
  return at;
}
