import { createHash } from 'node:crypto';
import type { JsonFeed, MyFinding, MyRow } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import type { FeedEntry, WebFeed } from '../feeds/feed.ts';
import { type ChosenPackages, queryOf } from './chosen.ts';
import type { MyAnswer } from './my-packages.ts';

/** Entries of a feed; the rest is counted in its description. */
const MOST_ENTRIES = 200;
/** Packages that the entry about unknown ones names. */
const MOST_NAMED = 20;
/** Of what has no date: a feed needs one, and it must not be another on every request. */
const NO_DATE = new Date(0);

/** A feed of exactly this list: an entry for each vulnerability that affects a version, and one for what could not be checked. */
export function myFeed(
  chosen: ChosenPackages,
  { data: { rows, sentence, left } }: MyAnswer,
  site: string,
  path: string,
): WebFeed {
  const query = queryOf(chosen);
  const found = rows.flatMap((row) => (row.verdict === 'affected' ? entriesOf(row, site) : []));
  const newest = found.reduce((last, { updated }) => (updated > last ? updated : last), NO_DATE);
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  const page = `${site}/my?${query}`;
  const unchecked = unknown.length + left === 0 ? [] : [uncheckedEntry(unknown, left, page, newest)];
  return {
    title: `Almanac: ${chosen.packages === null ? `packages of ${chosen.maintainer}` : 'my packages'}`,
    subtitle: sentence,
    self: `${site}${path}?${query}`,
    site: page,
    updated: newest,
    entries: [...unchecked, ...found.toSorted((a, b) => b.updated.getTime() - a.updated.getTime())].slice(
      0,
      MOST_ENTRIES,
    ),
  };
}

function entriesOf(row: MyRow, site: string): FeedEntry[] {
  return row.findings.filter(({ status }) => status === 'affected').map((finding) => entryOf(row, finding, site));
}

function entryOf(row: MyRow, finding: MyFinding, site: string): FeedEntry {
  const { id, severity, kev, listedSince } = finding;
  const version = row.version === null ? '' : ` ${row.version}`;
  const rated = [severity ?? 'not rated', ...(kev ? ['known exploited'] : [])];
  const date = listedSince === null ? null : new Date(listedSince);
  const key = [row.ecosystem, row.package, row.version].filter((part) => part !== null).join('/');
  return {
    // One vulnerability may affect several packages of a list: the id names both.
    id: `${site}/${encodeURIComponent(id)}#${encodeURIComponent(key)}`,
    link: `${site}/${encodeURIComponent(id)}`,
    title: `${row.package}${version}: ${id} (${rated.join(', ')})`,
    summary: [row.verdictReason, nextStep(row)?.sentence ?? ''].filter((part) => part !== '').join(' '),
    published: date,
    updated: date ?? NO_DATE,
    categories: rated,
  };
}

/** A feed without it would read as clean. Its id changes with the packages, so that a reader sees each change once. */
function uncheckedEntry(rows: readonly MyRow[], left: number, page: string, updated: Date): FeedEntry {
  const names = [
    ...new Set(rows.map(({ package: name, version }) => (version === null ? name : `${name} ${version}`))),
  ];
  const hash = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const count = names.length + left;
  const more = count > MOST_NAMED ? ` and ${count - MOST_NAMED} more` : '';
  return {
    id: `${page}#unknown-${hash}`,
    link: `${page}#unknown`,
    title: `${count === 1 ? '1 version' : `${count} versions`} could not be checked`,
    summary: `${names.slice(0, MOST_NAMED).join(', ')}${more}. They may be affected.`,
    published: null,
    updated,
    categories: ['unknown'],
  };
}

/** JSON Feed 1.1. */
export function jsonFeedOf({ title, subtitle = '', self, site, entries }: WebFeed): JsonFeed {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: site,
    feed_url: self,
    description: subtitle,
    items: entries.map(({ id, link, title: name, summary, published, updated, categories }) => ({
      id: id ?? link,
      url: link,
      title: name,
      content_text: summary,
      ...(published === null ? {} : { date_published: published.toISOString() }),
      date_modified: updated.toISOString(),
      tags: [...categories],
    })),
  };
}
