import { knownWords } from '../../queries/search-known-words.ts';
import { heldWords, similarNames } from '../../queries/search-similar.ts';
import type { Transaction } from '../../store/database.ts';
import { slipsOf } from './spelling.ts';
import type { Term, Words } from './words.ts';

/** Another way to put a query that found nothing. */
export interface Rescue {
  readonly words: Words;
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  readonly ignored: readonly string[];
}

/** A stem that fewer hold is as likely a slip of theirs; a name is a name. */
const BELIEVED = 10;
/** Looking costs a few milliseconds a word. */
const MAX_WORDS = 4;

/** Corrects words that no record has: by a slip first, then by names that are like them. What nothing is like is left out. */
export async function rescue(trx: Transaction, words: Words): Promise<Rescue> {
  const texts = words.flat().flatMap((term) => (term.excluded || term.phrase ? [] : [term.text]));
  const held = new Set((await heldWords(trx, texts, texts.length)).map(({ word }) => word));
  const unheld = [...new Set(texts)].filter((text) => !held.has(text)).slice(0, MAX_WORDS);
  const meant = new Map<string, string>();
  for (const text of unheld) {
    const better = await betterWord(trx, text);
    if (better !== null) meant.set(text, better);
  }
  const isLost = ({ text, excluded, phrase }: Term) => !excluded && !phrase && !held.has(text) && !meant.has(text);
  return {
    words: words
      .map((terms) => terms.filter((term) => !isLost(term)))
      .filter((terms) => terms.length > 0)
      .map((terms) => terms.map(({ text, phrase, excluded }) => ({ text: meant.get(text) ?? text, phrase, excluded }))),
    corrections: [...meant].map(([from, to]) => ({ from, to })),
    ignored: [
      ...new Set(
        words
          .flat()
          .filter(isLost)
          .map(({ text }) => text),
      ),
    ],
  };
}

async function betterWord(trx: Transaction, text: string): Promise<string | null> {
  const slips = await heldWords(trx, await knownWords(trx, slipsOf(text)), 5);
  const slip = slips.find(({ named, records }) => named || records >= BELIEVED);
  if (slip !== undefined) return slip.word;
  const [name] = await similarNames(trx, text.toLowerCase(), 1);
  return name?.replaceAll('_', ' ') ?? null;
}

/** What to look for when no record holds all words: all but one of them, or any of two. */
export function someOf(words: Words): Words {
  return words.flatMap((terms) => {
    const wanted = terms.filter(({ excluded }) => !excluded).slice(0, 8);
    const excluded = terms.filter((term) => term.excluded);
    if (wanted.length < 2) return [terms];
    return wanted.map((left) => wanted.filter((term) => term !== left).concat(excluded));
  });
}
