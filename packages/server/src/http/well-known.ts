import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';
import { etagOfBytes } from '../app/json/etag.ts';
import { cacheHeaders } from './cache/cache-control.ts';
import type { Page, Visit } from './page.ts';
import { JSON_HEADERS } from './response/headers.ts';
import { renderResponse } from './response/rendered.ts';

const HOUR = 3_600;

/** A text at an address of the site that programs know beforehand. Any origin may read it; nothing in it may run. */
export function wellKnown(
  path: string,
  type: string,
  content: (deps: Deps, context: Context, visit: Visit) => Promise<string>,
  ttl: number = HOUR,
): Page {
  return {
    path,
    query: [],
    rate: 'page',
    async render(deps, visit, context) {
      const body = Buffer.from(await content(deps, context, visit));
      const headers = [...JSON_HEADERS, ...cacheHeaders(ttl)];
      return renderResponse({ type, body, etag: etagOfBytes(body), computedAt: deps.now(), ttl, headers });
    },
  };
}
