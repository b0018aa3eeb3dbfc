import { RATE_WINDOW_SECONDS } from '@almanac/contract';
import { wellKnown } from '../../well-known.ts';

/** RFC 9309. The API is for programs that know what they ask; searches have no end. */
export const robots = wellKnown('/robots.txt', 'text/plain; charset=utf-8', async ({ siteUrl }, { rates }) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search',
    'Disallow: /my?',
    'Disallow: /my/',
    // Not in the RFC, and kept by some all the same: slower than the limit for pages.
    `Crawl-delay: ${Math.ceil(RATE_WINDOW_SECONDS / rates.page)}`,
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n'),
);
