import type { RateClass } from '@almanac/contract';
import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';
import { etagOfBytes } from '../app/json/etag.ts';
import { nextTurn } from '../platform/in-slices.ts';
import { withNotice } from '../web/notice.ts';
import { cacheHeaders } from './cache/cache-control.ts';
import { pageHeaders } from './response/headers.ts';
import { type RenderedResponse, renderResponse } from './response/rendered.ts';

/** A page of the site: an address at the root, and HTML that needs nothing from elsewhere. */
export interface Page {
  /** Parameters as `:name`. */
  readonly path: string;
  /** Query parameters that it takes; others make no other page. */
  readonly query: readonly string[];
  /** Those of them that a text area sends: line breaks in them are spaces. */
  readonly textAreas?: readonly string[];
  readonly rate: RateClass;
  readonly render: (deps: Deps, visit: Visit, context: Context) => Promise<RenderedResponse>;
}

/** What a visitor asks for. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  /** Of the parameters that the page takes, those that were given, once each. */
  readonly query: Readonly<Record<string, string>>;
}

export interface PageContent {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
  /** 404 for a page that says that there is none. */
  readonly status?: number;
  /** Seconds it may be cached, where that is less than others of its kind. */
  readonly ttl?: number;
}

/** The address under which what was asked for is to be found. */
export interface Elsewhere {
  readonly location: string;
  /** 302 where tomorrow it may be another; otherwise 308. */
  readonly status?: 302 | 308;
}

export function page(
  path: string,
  ttl: number,
  content: (deps: Deps, visit: Visit, context: Context) => Promise<PageContent | Elsewhere>,
  query: readonly string[] = [],
  textAreas: readonly string[] = [],
): Page {
  return {
    path,
    query,
    textAreas,
    rate: 'page',
    async render(deps, visit, context) {
      const made = await content(deps, visit, context);
      const computedAt = deps.now();
      if ('location' in made) return redirect(made, computedAt);
      const { html, policy, status = 200 } = made;
      await nextTurn();
      const body = Buffer.from(withNotice(html, deps.notice));
      const seconds = Math.min(made.ttl ?? ttl, status === 200 ? ttl : 60);
      return renderResponse({
        status,
        type: 'text/html; charset=utf-8',
        body,
        etag: etagOfBytes(body),
        computedAt,
        ttl: seconds,
        headers: [...pageHeaders(policy), ...cacheHeaders(seconds)],
      });
    },
  };
}

const HOUR = 3_600;
const MINUTE = 60;

function redirect({ location, status = 308 }: Elsewhere, computedAt: number): RenderedResponse {
  const ttl = status === 308 ? HOUR : MINUTE;
  const headers = [...pageHeaders("default-src 'none'"), ...cacheHeaders(ttl), 'location', location];
  const type = 'text/plain; charset=utf-8';
  const body = Buffer.from(`See ${location}\n`);
  return renderResponse({ status, type, body, etag: etagOfBytes(body), computedAt, ttl, headers });
}
