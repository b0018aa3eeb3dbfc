import { etagOfBytes } from '../../../app/json/etag.ts';
import { llmsText } from '../../../web/llms-text.ts';
import { cacheHeaders } from '../../cache/cache-control.ts';
import type { Page } from '../../page.ts';
import { JSON_HEADERS } from '../../response/headers.ts';
import { renderResponse } from '../../response/rendered.ts';

const HOUR = 3_600;

/** What programs that read prose should know before they ask (llmstxt.org). */
export const llms: Page = {
  path: '/llms.txt',
  query: [],
  rate: 'page',
  async render({ siteUrl, baseUrl, guides, now }) {
    const body = Buffer.from(llmsText(siteUrl, baseUrl, await guides.read()));
    const headers = [...JSON_HEADERS, ...cacheHeaders(HOUR)];
    const type = 'text/plain; charset=utf-8';
    return renderResponse({ type, body, etag: etagOfBytes(body), computedAt: now(), ttl: HOUR, headers });
  },
};
