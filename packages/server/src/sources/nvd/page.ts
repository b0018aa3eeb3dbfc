import { z } from 'zod';
import type { HttpAnswer } from '../../platform/http-client.ts';
import { refusalMessage } from '../../platform/http-client-retry.ts';
import { elementsOf, type JsonElement, membersBeside } from '../../platform/json-elements.ts';
import { type Http, UnexpectedUpstream } from '../source.ts';
import { byEitherClock } from '../upstream-clock.ts';

/** A page starts at the requested `startIndex` and has `resultsPerPage` elements, or the rest. */
const Head = z.object({
  resultsPerPage: z.int().nonnegative(),
  startIndex: z.int().nonnegative(),
  totalResults: z.int().nonnegative(),
});

export interface NvdPage {
  readonly total: number;
  /** Throws at the end if the count differs from the announced one. */
  elements(): Iterable<JsonElement>;
}

export type Ask = (query: Readonly<Record<string, string>>) => Promise<HttpAnswer>;

/** Three times the expected maximum: 2,000 records of 4 kB on average, some of 700 kB. */
const LARGEST_PAGE = 128 * 1024 * 1024;

export function askNvd(http: Http, url: string, signal: AbortSignal): Ask {
  return (query) => http.get(`${url}?${formatQuery(query)}`, { signal, maxBytes: LARGEST_PAGE });
}

/**
 * `{ pubEndDate: '2026-01-01T00:00:00Z' }` → `pubEndDate=2026-01-01T00:00:00Z`, with unencoded colons as other clients
 * send them.
 */
function formatQuery(query: Readonly<Record<string, string>>): string {
  return new URLSearchParams(query).toString().replaceAll('%3A', ':');
}

/** NVD has refused the largest with 404. */
export const PAGE_SIZES = [2000, 1000, 500];

export type AskPage = (query: Readonly<Record<string, string>>, startIndex: number) => Promise<NvdPage>;

export function openPages(ask: Ask): AskPage {
  let sizes = PAGE_SIZES;
  return async (query, startIndex) => {
    for (;;) {
      const [size, ...smaller] = sizes;
      const answer = await ask({ ...query, resultsPerPage: String(size), startIndex: String(startIndex) });
      if (answer.status !== 404 || smaller.length === 0) return parsePage(answer, startIndex);
      sizes = smaller;
    }
  };
}

/** Parses the whole page before any of it is used. */
export function parsePage(answer: HttpAnswer, startIndex: number): NvdPage {
  if (answer.status !== 200) throw nvdRefusal(answer);
  const head = parseHead(answer.body);
  if (head.startIndex !== startIndex) {
    throw new UnexpectedUpstream('nvd', `asked for the page at ${startIndex}, got the one at ${head.startIndex}`);
  }
  const announced = Math.min(head.resultsPerPage, Math.max(0, head.totalResults - startIndex));
  return {
    total: head.totalResults,
    *elements() {
      let count = 0;
      for (const element of elementsOf(answer.body, 'vulnerabilities')) {
        count += 1;
        if (count <= announced) yield element;
      }
      if (count === announced && (count > 0 || startIndex >= head.totalResults)) return;
      const announcement = `announces ${announced} records of ${head.totalResults} at ${startIndex}`;
      throw new UnexpectedUpstream('nvd', `${announcement} and has ${count}`);
    },
  };
}

/**
 * Explains a refusal. NVD reports invalid parameters as 404 with a `message` header and no body, and problems with the
 * client as 403 in plain text.
 */
export function nvdRefusal(answer: HttpAnswer): UnexpectedUpstream {
  const { status } = answer;
  const message = refusalMessage(answer);
  return new UnexpectedUpstream('nvd', `answers ${status}${message && `: ${message}`}`, { isThrottle: status === 403 });
}

function parseHead(document: Uint8Array): z.infer<typeof Head> {
  try {
    return Head.parse(Object.fromEntries(membersBeside(document, 'vulnerabilities')));
  } catch (error) {
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UnexpectedUpstream('nvd', detail, { cause: error });
  }
}

export interface NvdState {
  readonly total: number;
  /** Our time or NVD's, whichever is earlier. */
  readonly asOf: Date;
}

export async function fetchState(ask: Ask, now: Date): Promise<NvdState> {
  const answer = await ask({ resultsPerPage: '1', startIndex: '0' });
  return { total: parsePage(answer, 0).total, asOf: byEitherClock(now, answer.headers) };
}

/** NVD never removes records; rejected ones stay. */
const LEAST_SHARE = 0.99;

/** A shrunken API response looks like "nothing changed", so the total is checked. */
export function checkTotal(total: number, last: number | undefined): number {
  if (total === 0) throw new UnexpectedUpstream('nvd', 'has no records');
  if (last !== undefined && total < last * LEAST_SHARE) {
    throw new UnexpectedUpstream('nvd', `has ${total} records, where there were ${last}`);
  }
  return total;
}
