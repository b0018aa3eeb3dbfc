import { crc32 } from 'node:zlib';
import type { FeedIndex } from '../feed/feed-index.ts';
import { type Fields, fieldsOf, listOf, type RecordFeed } from '../feed/record-feed.ts';
import { shownRecord, shownRecords } from '../feed/shown.ts';
import { type Answer, jsonAnswer, type TwinRequest } from '../frame/answer.ts';
import type { Route } from '../frame/route.ts';
import type { OsvKeys } from './keys.ts';
import { type Found, lookup } from './lookup.ts';
import { QueryError, queryOf } from './query.ts';
import { ANSWERED } from './writing.ts';

export interface ApiDeps {
  readonly feed: RecordFeed;
  readonly index: FeedIndex<OsvKeys>;
  readonly pageSize: number;
  /** Every first page times out before starting and returns only a token. */
  readonly slowFirstPage: boolean;
}

const LONGEST_ID = 100;
const MOST_QUERIES = 1000;
/** "Timed out before starting": repeats the query from the beginning. */
const FIRST_PAGE = Buffer.from('FIRST_PAGE_TOKEN').toString('base64');

interface Page {
  readonly found: readonly Found[];
  readonly next: string | null;
}

export function apiRoutes(deps: ApiDeps): readonly Route[] {
  const { aliasesOf, matches } = lookup(deps.feed, deps.index);
  return [
    { path: '/v1/vulns/:id', handle: one },
    { method: 'POST', path: '/v1/query', handle: (request) => refusing(() => query(request)) },
    { method: 'POST', path: '/v1/querybatch', handle: (request) => refusing(() => batch(request)) },
  ];

  function one({ params, now, faults }: TwinRequest): Answer {
    const id = params.get('id') ?? '';
    if (id === '') return failure(400, 3, 'ID is required');
    if (id.length > LONGEST_ID) return failure(400, 3, 'ID is too long');
    const moment = { instant: now, faults };
    const record = deps.feed.find(id);
    const shown = record === null ? null : shownRecord(record, moment, ANSWERED);
    if (shown !== null) return { type: 'application/json', body: shown.bytes };
    const aliases = aliasesOf(id, moment);
    if (aliases.length === 0) return failure(404, 5, 'Vulnerability not found');
    return failure(404, 5, `Vulnerability not found, but the following aliases were: ${aliases.join(' ')}`);
  }

  function query({ body, now, faults }: TwinRequest): Answer {
    const moment = { instant: now, faults };
    const { found, next } = page(parsed(body), { now, faults });
    const records = found.flatMap(({ id }) => deps.feed.find(id) ?? []);
    const texts = Array.from(shownRecords(records, moment, ANSWERED), ({ bytes }) => bytes.toString());
    // proto3 JSON omits empty members, so no match is an empty object.
    const members = texts.length === 0 ? [] : [`"vulns":[${texts.join(',')}]`];
    if (next !== null) members.push(`"next_page_token":${JSON.stringify(next)}`);
    return { type: 'application/json', body: Buffer.from(`{${members.join(',')}}`) };
  }

  function batch({ body, now, faults }: TwinRequest): Answer {
    const queries = listOf(parsed(body)['queries']).map(fieldsOf);
    if (queries.length > MOST_QUERIES) throw new QueryError('too many queries');
    const results = queries.map((each, position) => {
      return batchItem(inBatch(position, () => page(each, { now, faults })));
    });
    return jsonAnswer(results.length === 0 ? {} : { results });
  }

  /** A token belongs to its query: it contains the position and a hash of the query. */
  function page(body: Fields, { now, faults }: Pick<TwinRequest, 'now' | 'faults'>): Page {
    const { page_token: token = '', ...asked } = body;
    const wanted = queryOf(asked);
    if (token === '' && deps.slowFirstPage) return { found: [], next: FIRST_PAGE };
    const mark = crc32(JSON.stringify(asked)).toString(16);
    const from = token === '' || token === FIRST_PAGE ? 0 : placeIn(String(token), mark);
    const all = matches(wanted, { instant: now, faults });
    const end = from + deps.pageSize;
    return { found: all.slice(from, end), next: end < all.length ? `P:${end}:${mark}` : null };
  }
}

function placeIn(token: string, mark: string): number {
  const [kind, place, itsMark] = token.split(':');
  const from = Number(place);
  if (kind !== 'P' || itsMark !== mark || !Number.isSafeInteger(from)) throw new QueryError('invalid cursor');
  return from;
}

function batchItem({ found, next }: Page): Fields {
  return {
    ...(found.length === 0 ? {} : { vulns: found.map(({ id, modified }) => ({ id, modified })) }),
    ...(next === null ? {} : { next_page_token: next }),
  };
}

/** One bad query fails the whole batch. */
function inBatch<T>(position: number, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new QueryError(`error in query at index ${position}: ${error.message}`, { cause: error });
  }
}

function refusing(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof QueryError) return failure(400, 3, error.message);
    throw error;
  }
}

function parsed(body: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(body.toString()));
  } catch (cause) {
    throw new QueryError('invalid JSON in the request body', { cause });
  }
}

/** google.rpc.Status */
function failure(status: number, code: number, message: string): Answer {
  return jsonAnswer({ code, message }, { status });
}
