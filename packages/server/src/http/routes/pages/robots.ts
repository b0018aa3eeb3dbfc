import { RATE_WINDOW_SECONDS } from '@almanac/contract';
import { wellKnown } from '../../well-known.ts';

/** RFC 9309. The API is not for crawlers, and searches have no end. */
export const robots = wellKnown('/robots.txt', 'text/plain; charset=utf-8', async ({ siteUrl }, { rates }) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search',
    'Disallow: /my?',
    'Disallow: /my/',
    'Disallow: /why?',
    // Not in the RFC, but some crawlers follow it. Slower than the rate limit of pages.
    `Crawl-delay: ${Math.ceil(RATE_WINDOW_SECONDS / rates.page)}`,
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n'),
);
