import type { FeedEntry, WebFeed } from './feed.ts';
import { element, XML_DECLARATION, xmlText } from './xml.ts';

/** Atom 1.0 (RFC 4287). Every text is said to be text: no reader takes it for markup. */
export function atomOf({ title, subtitle, self, site, updated, entries }: WebFeed): string {
  const content = [
    element('id', xmlText(self)),
    element('title', xmlText(title), { type: 'text' }),
    ...(subtitle === undefined ? [] : [element('subtitle', xmlText(subtitle), { type: 'text' })]),
    element('updated', updated.toISOString()),
    element('link', '', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', '', { rel: 'alternate', type: 'text/html', href: site }),
    element('author', element('name', 'Almanac')),
    ...entries.map(entryOf),
  ];
  return `${XML_DECLARATION}${element('feed', `\n${content.join('\n')}\n`, { xmlns: 'http://www.w3.org/2005/Atom' })}\n`;
}

function entryOf({ link, id = link, title, summary, published, updated, categories }: FeedEntry): string {
  const content = [
    element('id', xmlText(id)),
    element('title', xmlText(title), { type: 'text' }),
    element('updated', updated.toISOString()),
    ...(published === null ? [] : [element('published', published.toISOString())]),
    element('link', '', { rel: 'alternate', type: 'text/html', href: link }),
    ...categories.map((term) => element('category', '', { term })),
    element('summary', xmlText(summary), { type: 'text' }),
  ];
  return element('entry', content.join(''));
}
