import { searchLexemes } from '../../queries/search-lexemes.ts';
import type { SearchQuestion } from '../../queries/search-question.ts';
import {
  estimatedRecords,
  isAmongRanked,
  isCommon,
  newestRanked,
  rankedGroups,
  recordsToRank,
  someRanked,
} from '../../queries/search-ranked.ts';
import {
  COLLECTED,
  collectedGroups,
  countGroups,
  countingTakes,
  type ListPosition,
  type SortedPage,
  walkedGroups,
} from '../../queries/search-sorted.ts';
import { withinTime } from '../../queries/within-time.ts';
import type { Db, Transaction } from '../../store/database.ts';
import { type Rescue, rescue, someOf } from './rescue.ts';
import { allOf, excludedQuery, tsqueryOf, wantedLexemes } from './tsquery.ts';
import type { Words } from './words.ts';

/** What is looked for beside the words, and which page of it. */
export interface Filters extends Omit<SearchQuestion, 'words' | 'match' | 'without'>, SortedPage {
  /** Labels, in PostgreSQL's notation. */
  readonly labels: string | null;
}

export interface FoundGroups {
  /** Ids of vulnerabilities, best first. */
  readonly keys: readonly string[];
  /** There are at least so many. */
  readonly atLeast: number;
  /** How many there are in all, null where they are not counted. Counting goes on while rows are read. */
  readonly counted: Promise<number | null>;
  /** There are rows behind these. */
  readonly more: boolean;
  /** Where they end, in a list that can be gone on with from there. */
  readonly last: ListPosition | null;
}

export interface SearchHits extends Omit<Rescue, 'words'> {
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
  readonly walk: number;
  readonly count: number;
  readonly rescue: number;
  readonly together: number;
}

/** An answer takes about half a second at most, whatever is asked. */
export const SEARCH_TIMES: SearchTimes = {
  all: 250,
  newest: 150,
  some: 80,
  walk: 250,
  count: 100,
  rescue: 250,
  together: 450,
};

const nothing = (counted: number | null): FoundGroups => ({
  keys: [],
  atLeast: 0,
  counted: Promise.resolve(counted),
  more: false,
  last: null,
});

/** Looks for the words, and when nothing holds them, for what may have been meant. */
export async function find(
  db: Db,
  given: Words,
  filters: Filters,
  { mayRescue, times }: { readonly mayRescue: boolean; readonly times: SearchTimes },
): Promise<SearchHits> {
  const within = steps(db, times);
  const exact = await look(db, within, given, filters);
  const plain = { ...exact, corrections: [], ignored: [], matching: 'all_words' as const };
  if (exact.groups.atLeast > 0 || exact.cutShort || !mayRescue) return plain;
  const other = await within('rescue', (trx) => rescue(trx, given));
  const { words, corrections, ignored } = other ?? { words: given, corrections: [], ignored: [] };
  if (words.length === 0) return { ...plain, ignored };
  if (corrections.length + ignored.length > 0) {
    const corrected = await look(db, within, words, filters);
    if (corrected.groups.atLeast > 0 || corrected.cutShort) {
      return { ...corrected, corrections, ignored, matching: 'all_words' };
    }
  }
  const some = await look(db, within, someOf(words), filters);
  return { ...some, corrections, ignored, matching: 'some_words', cutShort: some.cutShort || other === null };
}

type Looked = Pick<SearchHits, 'groups' | 'lexemes' | 'cutShort'>;

async function look(
  db: Db,
  within: Within,
  given: Words,
  { labels, after, offset, limit, ...filters }: Filters,
): Promise<Looked> {
  const page = { after, offset, limit };
  const known = await searchLexemes(
    db,
    given.flat().map(({ text }) => text),
  );
  const [words, lexemes] = [tsqueryOf(given, known), wantedLexemes(given, known)];
  const question = { ...filters, words, match: allOf([words, labels]), without: excludedQuery(given, known) };
  if (question.words === null && given.length > 0) return { groups: nothing(0), lexemes, cutShort: false };
  const ranks = question.sort === 'relevance' && question.words !== null;
  return { lexemes, ...(await (ranks ? lookByRank : lookInOrder)(within, question, page)) };
}

type LookedUp = Pick<SearchHits, 'groups' | 'cutShort'>;

/** All that match in the order of their rank; of what too many hold, the best of the newest first and all others behind, by date. */
async function lookByRank(within: Within, question: SearchQuestion, page: SortedPage): Promise<LookedUp> {
  const looked = await within('all', async (trx) => {
    const { records, tooMany } = await recordsToRank(trx, question);
    return { records, all: tooMany ? null : await rankedGroups(trx, question, page) };
  });
  const { records, all } = looked ?? { records: 0, all: null };
  const end = page.offset + page.limit;
  if (all !== null) return { groups: allOfThem(all, { more: end < all.total, last: null }), cutShort: false };
  const counted = isAmongRanked(page) ? counting(within, question, records) : Promise.resolve(null);
  const newest = await within('newest', (trx) => newestRanked(trx, question, records));
  if (newest === null) {
    const some = (await within('some', (trx) => someRanked(trx, question))) ?? [];
    return { groups: { ...nothing(null), keys: some.slice(page.offset, end), atLeast: some.length }, cutShort: true };
  }
  const first = page.after === null ? newest.slice(page.offset, end) : [];
  if (first.length === page.limit) {
    const atLeast = newest.length + 1;
    const more = end < newest.length || end < ((await counted) ?? atLeast);
    return { groups: { keys: first, atLeast, counted, more, last: null }, cutShort: false };
  }
  const rest = { ...page, offset: Math.max(0, page.offset - newest.length), limit: page.limit - first.length };
  const others = { ...question, except: [...question.except, ...newest] };
  const { groups, cutShort } = await lookInOrder(within, others, rest);
  const total = groups.counted.then((others) => (others === null ? null : others + newest.length));
  const atLeast = groups.atLeast + newest.length;
  return { groups: { ...groups, keys: [...first, ...groups.keys], atLeast, counted: total }, cutShort };
}

function allOfThem(
  { keys, total }: { readonly keys: readonly string[]; readonly total: number },
  { more, last }: Pick<FoundGroups, 'more' | 'last'>,
): FoundGroups {
  return { keys, atLeast: total, counted: Promise.resolve(total), more, last };
}

function counting(within: Within, question: SearchQuestion, records: number): FoundGroups['counted'] {
  const counted = within('count', (trx) => countGroups(trx, question), countingTakes(records));
  // Whoever waits for it hears of a failure; it may come before anybody waits, or nobody may.
  counted.catch(() => undefined);
  return counted;
}

/** All that match by date or severity: collected and sorted, or where there are too many for that, by going along an index. */
async function lookInOrder(within: Within, question: SearchQuestion, page: SortedPage): Promise<LookedUp> {
  const order = question.sort === 'severity' ? 'severity' : 'date';
  let estimated = 0;
  if (question.match !== null) {
    const collected = await within('all', async (trx) => {
      estimated = await estimatedRecords(trx, question);
      return isCommon(estimated, COLLECTED) ? null : collectedGroups(trx, question, order, page);
    });
    if (collected !== null) return { groups: allOfThem(collected, collected), cutShort: false };
  }
  const counted = counting(within, question, estimated);
  const walked = await within('walk', (trx) => walkedGroups(trx, question, order, page));
  if (walked === null) return { groups: nothing(null), cutShort: true };
  const known = walked.keys.length === 0 ? ((await counted) ?? page.offset) : page.offset + walked.keys.length;
  return { groups: { ...walked, atLeast: known + (walked.more ? 1 : 0), counted }, cutShort: false };
}

type Within = <T>(step: keyof SearchTimes, work: (trx: Transaction) => Promise<T>, takes?: number) => Promise<T | null>;

/**
 * What is searched is in memory, where any page costs the same as the next and to announce it to the kernel costs as much as to read it; to
 * start others to help takes longer than most steps.
 */
const SETTINGS = { random_page_cost: '1.1', max_parallel_workers_per_gather: '0', effective_io_concurrency: '0' };

/**
 * Runs steps until the time is up; null for one that took too long, or that is known to take longer and is not begun. How late it is, is no
 * part of any answer.
 */
function steps(db: Db, times: SearchTimes): Within {
  const until = performance.now() + times.together;
  return async (step, work, takes = 0) =>
    takes > times[step] ? null : withinTime(db, Math.min(times[step], until - performance.now()), work, SETTINGS);
}
