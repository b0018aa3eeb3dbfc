import type { FeedEntry, WebFeed } from './feed.ts';
import { element, htmlText, XML_DECLARATION, xmlText } from './xml.ts';

/** RSS 2.0. A description is HTML to every reader: text in it is escaped twice. */
export function rssOf({ title, self, site, updated, entries }: WebFeed): string {
  const content = [
    element('title', xmlText(title)),
    element('link', xmlText(site)),
    element('description', 'Recent vulnerabilities from all sources.'),
    element('atom:link', '', { rel: 'self', type: 'application/rss+xml', href: self }),
    element('lastBuildDate', updated.toUTCString()),
    element('ttl', '5'),
    ...entries.map(itemOf),
  ];
  const namespaces = { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' };
  return `${XML_DECLARATION}${element('rss', element('channel', `\n${content.join('\n')}\n`), namespaces)}\n`;
}

function itemOf({ link, title, summary, published, updated, categories }: FeedEntry): string {
  const content = [
    element('title', xmlText(title)),
    element('link', xmlText(link)),
    element('guid', xmlText(link), { isPermaLink: 'true' }),
    element('pubDate', (published ?? updated).toUTCString()),
    ...categories.map((category) => element('category', xmlText(category))),
    element('description', htmlText(summary)),
  ];
  return element('item', content.join(''));
}
