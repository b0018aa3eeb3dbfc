import { element, XML_DECLARATION, xmlText } from '../../../app/feeds/xml.ts';
import { newestCves } from '../../../queries/newest-cves.ts';
import { areaNames } from '../../../web/reference/groups.ts';
import { wellKnown } from '../../well-known.ts';

const REFERENCE = ['/docs', ...areaNames().map((area) => `/docs/${area}`)];
const FIXED = ['/', '/my', '/scan', '/compare', '/why', '/issues', '/insights', '/status', ...REFERENCE];
/** A sitemap may name 50,000; whoever wants them all has better ways than to crawl. */
const NEWEST = 5_000;

/** sitemaps.org: the pages that are always there, the guides, and the pages of the CVEs that changed last. */
export const sitemap = wellKnown(
  '/sitemap.xml',
  'application/xml; charset=utf-8',
  async ({ databases, guides, siteUrl, now }) => {
    const cves = await databases.readWithFallback((db) => newestCves(db, new Date(now()), NEWEST));
    const written = (await guides.read()).map(({ name }) => `/guides/${name}`);
    const urls = [
      ...[...FIXED, ...(written.length > 0 ? ['/guides', ...written] : [])].map((path) => urlOf(siteUrl + path)),
      ...cves.map(({ id, modified }) => urlOf(`${siteUrl}/${id}`, modified)),
    ];
    return `${XML_DECLARATION}${element('urlset', `\n${urls.join('\n')}\n`, {
      xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    })}\n`;
  },
);

function urlOf(address: string, modified?: Date): string {
  const changed = modified === undefined ? '' : element('lastmod', modified.toISOString());
  return element('url', element('loc', xmlText(address)) + changed);
}
