import { z } from 'zod';
import type { HttpAnswer } from '../../platform/http-client.ts';
import { elementsOf, type JsonElement, membersBeside } from '../../platform/json-elements.ts';
import { type Http, UnexpectedUpstream } from '../source.ts';

/** A page begins at the `startIndex` that was asked for, and has `resultsPerPage` elements or what is left. */
const Head = z.object({
  resultsPerPage: z.int().nonnegative(),
  startIndex: z.int().nonnegative(),
  totalResults: z.int().nonnegative(),
});

export interface NvdPage {
  /** Of all pages. */
  readonly total: number;
  /** Throws at the end when there are not as many as announced. */
  elements(): Iterable<JsonElement>;
}

export type Ask = (query: Readonly<Record<string, string>>) => Promise<HttpAnswer>;

/** Thrice what the largest page is expected to have: 2,000 records of 4 kB on average, and some of 700 kB. */
const LARGEST_PAGE = 128 * 1024 * 1024;

export function askNvd(http: Http, url: string, signal: AbortSignal): Ask {
  return (query) => http.get(`${url}?${new URLSearchParams(query).toString()}`, { signal, maxBytes: LARGEST_PAGE });
}

/** Reads the page to its end before any use is made of it. */
export function pageOf(answer: HttpAnswer, startIndex: number): NvdPage {
  if (answer.status !== 200) throw new UnexpectedUpstream('nvd', refusalOf(answer));
  const head = headOf(answer.body);
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
 * What is wrong with the question is answered by 404 without a body, and said in the header `message`; what is wrong with
 * the asker by 403 in plain text.
 */
export function refusalOf({ status, headers, body }: HttpAnswer): string {
  const text = headers.get('message') ?? new TextDecoder().decode(body.subarray(0, 4 * MAX_QUOTE));
  const said = text.trim().startsWith('<') ? '' : text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return said === '' ? `answers ${status}` : `answers ${status}: ${said.slice(0, MAX_QUOTE)}`;
}

const MAX_QUOTE = 160;

function headOf(document: Uint8Array): z.infer<typeof Head> {
  try {
    return Head.parse(Object.fromEntries(membersBeside(document, 'vulnerabilities')));
  } catch (error) {
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UnexpectedUpstream('nvd', detail, { cause: error });
  }
}
