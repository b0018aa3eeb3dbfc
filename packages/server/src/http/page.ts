import type { RateClass } from '@almanac/contract';
import { cacheHeaders, etagOfBytes, type Finished, finish } from './answers/finished.ts';
import type { Deps } from './deps.ts';
import { pageHeaders } from './plugins/headers.ts';

/** A page of the site: an address at the root, and HTML that needs nothing from elsewhere. */
export interface Page {
  readonly path: string;
  readonly rate: RateClass;
  readonly render: (deps: Deps) => Promise<Finished>;
}

export interface PageContent {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
}

export function page(path: string, ttl: number, content: (deps: Deps) => Promise<PageContent>): Page {
  return {
    path,
    rate: 'page',
    async render(deps) {
      const { html, policy } = await content(deps);
      const body = Buffer.from(html);
      return finish({
        type: 'text/html; charset=utf-8',
        body,
        etag: etagOfBytes(body),
        computedAt: deps.now(),
        ttl,
        headers: [...pageHeaders(policy), ...cacheHeaders(ttl)],
      });
    },
  };
}
