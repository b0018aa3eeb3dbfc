import {
  allGroups,
  type FoundGroups,
  isCommon,
  newestGroups,
  type SearchQuestion,
  someGroups,
} from '../../queries/search-groups.ts';
import { searchLexemes } from '../../queries/search-lexemes.ts';
import { withinTime } from '../../queries/within-time.ts';
import type { Db, Transaction } from '../../store/database.ts';
import { type Rescue, rescue, someOf } from './rescue.ts';
import { allOf, tsqueryOf, wantedLexemes } from './tsquery.ts';
import type { Words } from './words.ts';

/** What is looked for beside the words. */
export type Filters = Omit<SearchQuestion, 'words' | 'match'> & {
  /** Labels, in PostgreSQL's notation. */
  readonly labels: string | null;
};

export interface Found extends Omit<Rescue, 'words'> {
  readonly groups: FoundGroups;
  readonly matching: 'all_words' | 'some_words';
  /** What was looked for in the end, word by word, in PostgreSQL's notation. */
  readonly lexemes: readonly string[];
  /** Looking took too long: there may be more. */
  readonly cutShort: boolean;
}

/** Milliseconds that a step may take at most, and all of them together; reading the rows of a page comes after. */
export interface SearchTimes {
  readonly all: number;
  readonly newest: number;
  readonly some: number;
  readonly rescue: number;
  readonly together: number;
}

/** An answer takes less than half a second, whatever is asked. */
export const SEARCH_TIMES: SearchTimes = { all: 200, newest: 150, some: 80, rescue: 250, together: 400 };

const NOTHING: FoundGroups = { keys: [], total: 0, more: false };

/** Looks for the words, and when nothing holds them, for what may have been meant. */
export async function find(
  db: Db,
  given: Words,
  filters: Filters,
  { mayRescue, times }: { readonly mayRescue: boolean; readonly times: SearchTimes },
): Promise<Found> {
  const within = steps(db, times);
  const exact = await look(within, given, filters);
  const plain = { ...exact, corrections: [], ignored: [], matching: 'all_words' as const };
  if (exact.groups.total > 0 || exact.cutShort || !mayRescue) return plain;
  const other = await within('rescue', (trx) => rescue(trx, given));
  const { words, corrections, ignored } = other ?? { words: given, corrections: [], ignored: [] };
  if (words.length === 0) return { ...plain, ignored };
  if (corrections.length + ignored.length > 0) {
    const corrected = await look(within, words, filters);
    if (corrected.groups.total > 0 || corrected.cutShort) {
      return { ...corrected, corrections, ignored, matching: 'all_words' };
    }
  }
  const some = await look(within, someOf(words), filters);
  return { ...some, corrections, ignored, matching: 'some_words', cutShort: some.cutShort || other === null };
}

type Looked = Pick<Found, 'groups' | 'lexemes' | 'cutShort'>;

async function look(within: Within, given: Words, { labels, ...filters }: Filters): Promise<Looked> {
  const first = await within('all', async (trx) => {
    const lexemes = await searchLexemes(
      trx,
      given.flat().map(({ text }) => text),
    );
    const words = tsqueryOf(given, lexemes);
    const question = { ...filters, words, match: allOf([words, labels]) };
    const wanted = { question, lexemes: wantedLexemes(given, lexemes) };
    if (words === null && given.length > 0) return { ...wanted, groups: NOTHING };
    return { ...wanted, groups: (await isCommon(trx, question)) ? null : await allGroups(trx, question) };
  });
  if (first === null) return { groups: NOTHING, lexemes: [], cutShort: true };
  const { question, groups, lexemes } = first;
  if (groups !== null) return { groups, lexemes, cutShort: false };
  const newest = await within('newest', (trx) => newestGroups(trx, question));
  if (newest !== null) return { groups: newest, lexemes, cutShort: false };
  const some = await within('some', (trx) => someGroups(trx, question));
  return { groups: some ?? NOTHING, lexemes, cutShort: true };
}

type Within = <T>(step: keyof SearchTimes, work: (trx: Transaction) => Promise<T>) => Promise<T | null>;

/** Runs steps until the time is up; null for one that took too long. How late it is, is no part of any answer. */
function steps(db: Db, times: SearchTimes): Within {
  const until = performance.now() + times.together;
  return (step, work) => withinTime(db, Math.min(times[step], until - performance.now()), work);
}
