import { normaliseCveId } from '@almanac/core/ids';
import type { AnswerFacts, OriginPatience } from '../../platform/http-client-origin.ts';
import { elementOf } from '../../platform/json-elements.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type Fetched,
  type Source,
  type SourceDeps,
  type SourceItem,
  UnexpectedUpstream,
  type Upstream,
} from '../source.ts';
import type { NvdAddress } from './definition.ts';
import { askNvd, checkTotal, fetchState, nvdRefusal, openPages, parsePage } from './page.ts';
import { bulkPosition, deltaPosition, type NvdBulkPosition, printPosition, type Unfinished } from './position.ts';
import { findReach, isSilent, OVERLAP_MS } from './reach.ts';
import { readWindows } from './read-windows.ts';
import { type NvdElement, nvdItem } from './record.ts';
import { sweepNvd } from './sweep.ts';

/** NVD's oldest publication is of October 1988. */
const FIRST = new Date('1988-01-01T00:00:00Z');

/** On bad days headers take two minutes, and it says `Retry-After: 0` where half a minute helps. */
const PATIENCE: Partial<OriginPatience> = {
  headersMs: 125_000,
  bodyMs: 125_000,
  attemptMs: 240_000,
  tries: 10,
  waitMs: 30_000,
};

const ANONYMOUS_LIMIT = { requests: 5, seconds: 30 };

function isKeyRefused({ status, headers }: AnswerFacts): boolean {
  return status === 404 && /\bapikey\b/i.test(headers.get('message') ?? '');
}

export const nvdReader: Reader<NvdAddress> = { open: nvd, decode: decodeJson };

export function nvd({ url, feedsUrl, apiKey }: NvdAddress): Source<NvdElement> {
  // The feeds have no published limit. The API's is polite, and costs a sweep some minutes.
  const host: Omit<Upstream, 'url'> = {
    limit: apiKey === undefined ? ANONYMOUS_LIMIT : { requests: 50, seconds: 30 },
    patience: PATIENCE,
    isThrottled: ({ status }) => status === 403,
  };
  const token = apiKey && { headers: { apiKey }, isRefused: isKeyRefused, anonymousLimit: ANONYMOUS_LIMIT };
  const api: Upstream = { ...host, url, ...(token && { token }) };
  return {
    id: 'nvd',
    volatile: [],
    upstreams: [api, { ...host, url: feedsUrl }],
    channels: {
      bulk: { read: bulk, lagging: true },
      delta: { read: delta, positionAt },
      // Feeds are built once a day, so the API's data may be newer.
      sweep: { read: (deps, since, signal) => sweepNvd(deps, feedsUrl, since, signal), lagging: true },
    },
    first: 'bulk',
    large: true,
    fetchOne,
    reread: ({ raw }) => nvdItem(elementOf(raw)),
  };

  /** Reads by publication date, which is stable. Changes in the meantime are left to the deltas. */
  async function* bulk(
    { http, now, log }: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<NvdElement>> {
    const ask = askNvd(http, url, signal);
    const last = bulkPosition(since);
    const { total: found, asOf } = await fetchState(ask, now());
    checkTotal(found, last?.total);
    const start = last !== null && isResumable(last, now()) ? last : startAt(asOf, found);
    const { begun, total, records: before } = start;
    yield { expected: Math.max(0, total - before) };

    const records = yield* readWindows(
      { askPage: openPages(ask), log },
      'pub',
      { from: start.next, to: begun },
      ({ to }, _pass, count) => printPosition({ begun, next: to, records: before + count, total }),
    );
    // Only the total reveals records outside all windows.
    checkTotal(before + records, total);
    yield { checkpoint: printPosition({ until: begun, total }), channel: 'delta' };
    yield { checkpoint: printPosition({ finished: now(), total }) };
  }

  async function* delta(
    { http, now, log }: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<NvdElement>> {
    const ask = askNvd(http, url, signal);
    const last = deltaPosition(since);
    const { total, asOf: to } = await fetchState(ask, now());
    checkTotal(total, last?.total);
    const from = last === null ? FIRST : new Date(Math.min(last.until.getTime(), to.getTime()) - OVERLAP_MS);
    let silent = false;
    yield* readWindows({ askPage: openPages(ask), log }, 'lastMod', { from, to }, (window, pass) => {
      silent ||= last !== null && isSilent(window, pass);
      const until = silent ? null : findReach(window, pass, from);
      return until === null ? null : printPosition({ until, total });
    });
    if (silent) log.warn({ source: 'nvd', since: last?.until }, 'no changes are listed');
    yield { total };
  }

  async function fetchOne({ http }: SourceDeps, key: string, signal: AbortSignal): Promise<Fetched<NvdElement>> {
    const cveId = normaliseCveId(key);
    if (cveId === null) return 'absent';
    const answer = await askNvd(http, url, signal)({ cveId });
    // NVD answers an unknown ID with an empty page, and used to answer with an error about the ID. Other errors say
    // nothing about the ID.
    if (answer.status === 404 && /\bcveid\b/i.test(answer.headers.get('message') ?? '')) return 'absent';
    if (answer.status !== 200) throw nvdRefusal(answer);
    const [item, ...more] = Array.from(parsePage(answer, 0).elements(), nvdItem);
    if (item === undefined) return 'absent';
    if (more.length > 0 || (item.key !== undefined && item.key !== cveId)) {
      throw new UnexpectedUpstream('nvd', `answers with other records than ${cveId}`);
    }
    return item.key === undefined ? { ...item, key: cveId } : item;
  }
}

/** The total at that time is unknown, and any number works. */
function positionAt(instant: Date): string {
  return printPosition({ until: instant, total: 0 });
}

function startAt(begun: Date, total: number): Unfinished {
  return { begun, next: FIRST, records: 0, total };
}

/** A run that read all windows but did not finish lacks records and has to start over. */
function isResumable(position: NvdBulkPosition, now: Date): position is Unfinished {
  return 'next' in position && position.next < position.begun && position.begun <= now;
}
