import type { CollectionFact } from './facts.ts';
import { homeOf, makerWords } from './homes.ts';

/** Words that stand for whoever makes an entry of the collection; sorted. */
export function makerWordsOf({ makers, homepage }: Pick<CollectionFact, 'makers' | 'homepage'>): string[] {
  const home = homepage === null ? null : homeOf(homepage);
  const words = [...makers, ...(home === null ? [] : makerWords(home))];
  return [...new Set(words)].filter((word) => word.length > 1).sort();
}
