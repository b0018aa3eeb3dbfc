import { routeUnknown } from '../../../app/errors.ts';
import { etagOfBytes } from '../../../app/json/etag.ts';
import { cacheHeaders } from '../../cache/cache-control.ts';
import type { Page } from '../../page.ts';
import { closedHeaders } from '../../response/headers.ts';
import { renderResponse } from '../../response/rendered.ts';

const YEAR = 31_536_000;

/**
 * The scripts of the scan page. The policy of a worker is that of its own answer: what reads a visitor's files may
 * reach nobody, and what reads a snapshot nothing but the place where it is published.
 */
export const assets: Page = {
  path: '/assets/:name',
  query: [],
  rate: 'page',
  async render({ browserCode, now }, { params: { name = '' } }) {
    const script = Object.values(await browserCode.read()).find(({ path }) => path === `/assets/${name}`);
    if (script === undefined) throw routeUnknown(`/assets/${name}`);
    return renderResponse({
      type: 'text/javascript; charset=utf-8',
      body: script.bytes,
      etag: etagOfBytes(script.bytes),
      computedAt: now(),
      ttl: YEAR,
      headers: [...closedHeaders(script.reaches), 'cross-origin-resource-policy', 'same-origin', ...cacheHeaders(YEAR)],
    });
  },
};
