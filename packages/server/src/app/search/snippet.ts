import type { Ranges } from './highlights.ts';

export interface Snippet {
  readonly text: string | null;
  readonly ranges: Ranges;
}

const LENGTH = 280;
/** What is left before the first word that was found, so that it can be understood. */
const BEFORE = 60;

/** The piece of a text that has the most to do with the query: where most of its words stand together. */
export function snippetOf(text: string | null, ranges: Ranges): Snippet {
  if (text === null || text === '') return { text: null, ranges: [] };
  if (text.length <= LENGTH) return { text, ranges };
  let [best, most] = [0, 0];
  for (const [i, [from]] of ranges.entries()) {
    let held = 0;
    while ((ranges[i + held]?.[1] ?? Number.POSITIVE_INFINITY) <= from + LENGTH - BEFORE) held += 1;
    if (held > most) [best, most] = [from, held];
  }
  const begin = best < LENGTH / 2 ? 0 : wordStart(text, best - BEFORE);
  const end = begin + LENGTH >= text.length ? text.length : wordEnd(text, begin + LENGTH);
  const lead = begin === 0 ? '' : '… ';
  const shift = lead.length - begin;
  return {
    text: `${lead}${text.slice(begin, end).trimEnd()}${end === text.length ? '' : ' …'}`,
    ranges: ranges
      .filter(([from, to]) => from >= begin && to <= end)
      .map(([from, to]): [number, number] => [from + shift, to + shift]),
  };
}

/** Never within a word, so never within a pair of surrogates. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space === -1 || space - at > BEFORE / 2 ? whole(text, at) : space + 1;
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space === -1 || at - space > BEFORE / 2 ? whole(text, at) : space;
}

function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
