import { instantOf, type SearchPage, type SearchResult } from '@almanac/contract';
import { extractIds, normaliseOsvId, parseCweId } from '@almanac/core/ids';
import { groupsOfIds } from '../../queries/search-ids.ts';
import { trackerIssues } from '../../queries/tracker-issues.ts';
import type { Db } from '../../store/database.ts';
import { invalidParameter } from '../errors.ts';
import { chosenRows } from './chosen-rows.ts';
import { parseCursor, printCursor, type SearchCursor } from './cursor.ts';
import { type Filters, find, SEARCH_TIMES } from './find.ts';
import { highlighter } from './highlights.ts';
import { labelQuery } from './label-query.ts';
import { meantBy, type SearchParameters } from './meant.ts';
import { idsOfNickname } from './nicknames.ts';
import { resultOf } from './result.ts';
import { allOf } from './tsquery.ts';
import { readWords } from './words.ts';

/** Looking was cut short for want of time: the next who asks may find more, so nobody keeps it. */
export type FoundPage = SearchPage & { readonly cutShort: boolean };

/** One page of what a search finds: ids that it names first, then what its words find. */
export async function searchPage(db: Db, typed: SearchParameters, times = SEARCH_TIMES): Promise<FoundPage> {
  const { question: input, issue, isExact } = meantBy(typed);
  const { limit, q = '' } = input;
  const words = readWords(q);
  const wanted = words.flat().filter(({ excluded }) => !excluded);
  const filters = filtersOf(input);
  if (words.some((terms) => terms.every(({ excluded }) => excluded)) && !isNarrowed(filters)) {
    throw invalidParameter('q', 'contains only exclusions', 'Add a word or a filter.');
  }
  const { before: offset, after } = cursorGiven(input);
  const named = await namedGroups(db, q, issue, filters);
  const top = [...named.keys()];
  const found = await find(
    db,
    words,
    {
      ...filters,
      except: top,
      after,
      offset: Math.max(0, offset - top.length),
      limit: Math.max(0, offset + limit - Math.max(offset, top.length)),
    },
    { mayRescue: top.length === 0 && wanted.length > 0 && !isExact, times },
  );
  const shown = [...top.slice(offset, offset + limit), ...found.groups.keys];
  const [{ rows, highlight }, counted] = await Promise.all([
    highlightedRows(db, shown, found.lexemes),
    found.groups.counted,
  ]);
  const { atLeast, more, last } = found.groups;
  const next = { before: offset + limit, after: last };
  return {
    results: rows.map((facts) => resultOf(facts, named.get(facts.key) ?? 'words', highlight)),
    total: top.length + (counted ?? atLeast),
    totalType: counted !== null && !found.cutShort ? 'exact' : 'at_least',
    page: Math.floor(offset / limit) + 1,
    pageSize: limit,
    nextCursor: more || offset + limit < top.length ? printCursor(next) : null,
    truncated: found.cutShort,
    corrections: [...found.corrections],
    ignored: [...found.ignored],
    matching: found.matching,
    cutShort: found.cutShort,
  };
}

async function highlightedRows(db: Db, keys: readonly string[], lexemes: readonly string[]) {
  const rows = await chosenRows(db, keys);
  const texts = rows.flatMap(({ title, prose }) => [title ?? '', prose ?? '']);
  return { rows, highlight: await highlighter(db, texts, lexemes) };
}

/** Groups that the query names by an id, an issue or a nickname, in its order. With filters a name is a word like any other. */
async function namedGroups(
  db: Db,
  q: string,
  issue: number | null,
  filters: Filters,
): Promise<Map<string, SearchResult['match']>> {
  if (isNarrowed(filters)) return new Map();
  const whole = normaliseOsvId(q.trim());
  const ofIssue = issue === null ? [] : await trackerIssues(db, { number: issue });
  const ids = [
    ...extractIds(q).map(({ id }) => id),
    ...(whole === null ? [] : [whole, q.trim().toUpperCase()]),
    ...ofIssue.flatMap(({ cves }) => cves),
  ];
  const nicknamed = idsOfNickname(q);
  if (ids.length + nicknamed.length === 0) return new Map();
  const groups = { nicknamed: await groupsOfIds(db, nicknamed), ids: await groupsOfIds(db, ids) };
  return new Map([
    ...groups.nicknamed.map((key) => [key, 'nickname'] as const),
    ...groups.ids.map((key) => [key, 'id'] as const),
  ]);
}

function isNarrowed({ labels, severity, kev, epssMin, publishedAfter, publishedBefore }: Filters): boolean {
  return [labels, severity, kev, epssMin, publishedAfter, publishedBefore].some((filter) => filter !== null);
}

function filtersOf(input: SearchParameters): Filters {
  const { severity, cwe, vendor, product, ecosystem, kev, epssMin, publishedAfter, publishedBefore, sort, limit } =
    input;
  const weakness = cwe === undefined ? null : parseCweId(/^\d/.test(cwe) ? `CWE-${cwe}` : cwe);
  return {
    labels: allOf([
      vendor === undefined ? null : labelQuery('v', vendor),
      product === undefined ? null : labelQuery('p', product),
      ecosystem === undefined ? null : labelQuery('e', ecosystem),
      weakness === null ? null : labelQuery('c', String(weakness)),
    ]),
    severity: severity === undefined || severity === 'all' ? null : severity,
    kev: kev ?? null,
    epssMin: epssMin ?? null,
    publishedAfter: publishedAfter === undefined ? null : startOf(publishedAfter),
    publishedBefore: publishedBefore === undefined ? null : instantOf(publishedBefore),
    sort: sort === 'relevance' && (input.q ?? '') === '' ? 'date' : sort,
    except: [],
    after: null,
    offset: 0,
    limit,
  };
}

/** A date without a time means all of it: here its beginning. */
function startOf(date: string): Date {
  return new Date(date.length === 10 ? `${date}T00:00:00.000Z` : date);
}

function cursorGiven({ cursor, page, limit }: SearchParameters): SearchCursor {
  if (cursor === undefined) return { before: (page - 1) * limit, after: null };
  const given = parseCursor(cursor);
  if (given === null)
    throw invalidParameter('cursor', 'is not a valid cursor', 'Use `nextCursor` from the previous page.');
  return given;
}
