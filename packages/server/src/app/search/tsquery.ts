import type { Term, Words } from './words.ts';

/** What PostgreSQL makes of a text as prose, in stems, and as names, letter by letter; empty where nothing is left. */
export interface Lexemes {
  readonly prose: string;
  readonly name: string;
}

/**
 * The query in PostgreSQL's own notation. A word may stand in the prose as its stem or in a name as it is written, each word
 * for itself: "jenkins" is the name of the product and "arbitrari" the stem in its description. Null where nothing is left
 * to look for: filling words are not looked for, unless there are no others.
 */
export function tsqueryOf(words: Words, lexemes: ReadonlyMap<string, Lexemes>): string | null {
  const of = (fillers: boolean) =>
    words
      .map((terms) => terms.map((term) => termQuery(term, lexemes, fillers)).filter((query) => query !== null))
      .filter((queries) => queries.length > 0)
      .map((queries) => `(${queries.join(' & ')})`)
      .join(' | ');
  const query = of(false) || of(true);
  return query === '' ? null : query;
}

function termQuery({ text, excluded }: Term, lexemes: ReadonlyMap<string, Lexemes>, fillers: boolean): string | null {
  const { prose = '', name = '' } = lexemes.get(text) ?? {};
  if (name === '' || (prose === '' && !fillers)) return null;
  const query = prose === '' || prose === name ? `(${name})` : `(${prose} | ${name})`;
  return excluded ? `!${query}` : query;
}

/** What `-word` leaves out, any of it; null where there is nothing, or where it holds for one of several alternatives alone. */
export function excludedQuery(words: Words, lexemes: ReadonlyMap<string, Lexemes>): string | null {
  const [only = [], ...others] = words;
  if (others.length > 0) return null;
  const excluded = only.filter((term) => term.excluded).map(({ text, phrase }) => ({ text, phrase, excluded: false }));
  const queries = excluded.map((term) => termQuery(term, lexemes, false)).filter((query) => query !== null);
  return queries.length === 0 ? null : queries.join(' | ');
}

/** Every single word that is looked for, quoted as PostgreSQL does. */
export function wantedLexemes(words: Words, lexemes: ReadonlyMap<string, Lexemes>): string[] {
  const wanted = words.flat().filter(({ excluded }) => !excluded);
  const queries = wanted.flatMap(({ text }) => [lexemes.get(text)?.prose ?? '', lexemes.get(text)?.name ?? '']);
  return [...new Set(queries.flatMap((query) => query.match(/'(?:[^']|'')*'/g) ?? []))];
}

/** All of these, each in PostgreSQL's notation; null for none. */
export function allOf(queries: readonly (string | null)[]): string | null {
  const given = queries.filter((query) => query !== null);
  return given.length === 0 ? null : given.map((query) => `(${query})`).join(' & ');
}
